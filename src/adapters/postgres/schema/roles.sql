-- The roles that Cotejo works with, and who may enter its database. An administrator runs it in that database, before
-- the first `cotejo migrate`: whoever owns the database and may create roles. It may be run again, and does no more.
-- Passwords are set apart, as with \password in psql. What each role may do with tables and functions is granted by
-- `cotejo migrate`, from Grants.ts beside this file.
--
--   cotejo_migrate   owns the tables and functions: cotejo migrate
--   cotejo_app       the replicas
--   cotejo_operator  every other command of cotejo; people of their own names are made members of it
DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['cotejo_migrate', 'cotejo_app', 'cotejo_operator'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', role);
    END IF;
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), role);
  END LOOP;
  -- Nobody else enters, and nobody but the owner makes tables, not even temporary ones.
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  REVOKE ALL ON SCHEMA public FROM PUBLIC;
  GRANT USAGE, CREATE ON SCHEMA public TO cotejo_migrate;
  GRANT USAGE ON SCHEMA public TO cotejo_app, cotejo_operator;
  -- Nor large objects, which are in no table. This and the next are for a superuser to change.
  IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    REVOKE ALL ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
    -- Commands work where replicas have taken every other connection: Postgres 16 or later, with reserved_connections.
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'pg_use_reserved_connections') THEN
      GRANT pg_use_reserved_connections TO cotejo_operator;
    END IF;
  ELSE
    RAISE NOTICE 'every role of this database may make large objects, and no connection is kept for commands: a superuser can run roles.sql to change that';
  END IF;
END $$;
