"""How memfold is started and reached; only this room knows Celery, Typer and the environment."""
