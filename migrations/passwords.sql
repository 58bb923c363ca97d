-- For psql after bootstrap.sql: takes the two passwords from the environment, so that no file holds
-- them. The Compose file runs it when the database is first made.
\set ON_ERROR_STOP on
\getenv owner_password MEMFOLD_OWNER_PASSWORD
\getenv login_password MEMFOLD_LOGIN_PASSWORD
ALTER ROLE memfold_owner LOGIN PASSWORD :'owner_password';
ALTER ROLE memfold LOGIN PASSWORD :'login_password';
