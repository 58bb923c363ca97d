"""How memfold is started and reached: the only room that knows Celery, Typer and the environment."""
