"""The command `memfold`: each command parses, calls one function and prints its report.

Results go to stdout, progress and errors to stderr. A command returns its exit code: 0 done, 1
failed or something quarantined, 2 wrong usage or set-up, 3 not all done in time.
"""
