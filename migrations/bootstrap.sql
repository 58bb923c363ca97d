-- What only a superuser can do, once per database and safe to repeat: the extension, the roles, the
-- ownership. Run it in the target database. Passwords are set apart, so that this file holds none:
--     ALTER ROLE memfold_owner LOGIN PASSWORD '…';   -- MIGRATE_DATABASE_URL
--     ALTER ROLE memfold LOGIN PASSWORD '…';         -- DATABASE_URL
-- Needs PostgreSQL 16 or newer and pgvector 0.8.4 or newer.

DO $$
BEGIN
    IF current_setting('server_version_num')::int < 160000 THEN
        RAISE EXCEPTION 'memfold needs PostgreSQL 16 or newer, this is %',
            current_setting('server_version');
    END IF;
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
       OR current_user IN ('memfold', 'memfold_owner') THEN
        RAISE EXCEPTION 'run bootstrap.sql as a superuser other than memfold and memfold_owner';
    END IF;
END
$$;

CREATE EXTENSION IF NOT EXISTS vector;

-- Roles belong to the whole cluster, so another database may be bootstrapped at the same moment.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['memfold_owner', 'memfold_app', 'memfold_sweeper',
                                'memfold_auditor', 'memfold_test', 'memfold']
    LOOP
        BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', name);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL;
        END;
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = name AND (rolsuper OR rolcreatedb
                   OR rolcreaterole OR rolreplication OR rolbypassrls OR rolinherit)) THEN
            EXECUTE format('ALTER ROLE %I NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION '
                           'NOBYPASSRLS NOINHERIT', name);
        END IF;
    END LOOP;
END
$$;

-- INHERIT FALSE: a transaction that forgets to take a role can do nothing.
GRANT memfold_app, memfold_sweeper TO memfold WITH INHERIT FALSE, SET TRUE, ADMIN FALSE;

-- An owner among the login's roles would pass row-level security by.
DO $$
BEGIN
    IF pg_has_role('memfold', 'memfold_owner', 'MEMBER') THEN
        RAISE EXCEPTION 'memfold is a member of memfold_owner: REVOKE memfold_owner FROM memfold';
    END IF;
END
$$;

DO $$
BEGIN
    EXECUTE format('ALTER DATABASE %I OWNER TO memfold_owner', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO memfold', current_database());
END
$$;

ALTER SCHEMA public OWNER TO memfold_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public
    TO memfold, memfold_app, memfold_sweeper, memfold_auditor, memfold_test;
