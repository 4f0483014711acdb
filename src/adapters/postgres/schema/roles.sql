-- Creates Cotejo's database roles and restricts who may connect. Run it in Cotejo's database before the first
-- `cotejo migrate`, as a role that owns the database and may create roles. Running it again changes nothing.
-- Set the passwords separately, for example with \password in psql. `cotejo migrate` grants the rights on tables and
-- functions, from Grants.ts in this folder.
--
--   cotejo_migrate   owns the tables and functions: cotejo migrate
--   cotejo_app       the replicas
--   cotejo_operator  every other cotejo command; make operators' own roles members of it
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
  -- No other role may connect, and only the owner may create tables, even temporary ones.
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  REVOKE ALL ON SCHEMA public FROM PUBLIC;
  GRANT USAGE, CREATE ON SCHEMA public TO cotejo_migrate;
  GRANT USAGE ON SCHEMA public TO cotejo_app, cotejo_operator;
  -- No role may create large objects, which are outside tables. This and the next step need a superuser.
  IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    REVOKE ALL ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
    -- The size of the log, and when the last base backup was taken, for `cotejo doctor`.
    GRANT EXECUTE ON FUNCTION pg_ls_waldir() TO cotejo_operator;
    -- Keep connections for commands when replicas use all others: Postgres 16 or later, with reserved_connections.
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'pg_use_reserved_connections') THEN
      GRANT pg_use_reserved_connections TO cotejo_operator;
    END IF;
  ELSE
    RAISE NOTICE 'every role may create large objects in this database, and no connections are reserved for commands, and cotejo doctor does not see base backups: run roles.sql as a superuser to change that';
  END IF;
END $$;
