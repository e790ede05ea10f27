#!/usr/bin/env bash
# Runs when the database is created: every service owns one schema and sees no other. Run again, it adds
# what is missing, such as the role of a service that is new.
set -euo pipefail

create_owner() {
  psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
    -v role="$1" -v second="$1_b" -v password="$2" <<'SQL'
SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', :'role', :'password')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') \gexec
GRANT CONNECT, TEMPORARY ON DATABASE :"DBNAME" TO :"role";
CREATE SCHEMA IF NOT EXISTS :"role" AUTHORIZATION :"role";
ALTER ROLE :"role" IN DATABASE :"DBNAME" SET search_path = :"role";
-- A second login that acts as the first role. It has no password, so nobody can use it, until the one
-- of the first is replaced: docs/operating.md, "Database passwords".
SELECT format('CREATE ROLE %I LOGIN IN ROLE %I', :'second', :'role')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'second') \gexec
ALTER ROLE :"second" IN DATABASE :"DBNAME" SET role = :'role';
ALTER ROLE :"second" IN DATABASE :"DBNAME" SET search_path = :"role";
SQL
}

psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
SQL

create_owner auth "$AUTH_DB_PASSWORD"
create_owner billing "$BILLING_DB_PASSWORD"
create_owner orgs "$ORGS_DB_PASSWORD"
create_owner relay "$RELAY_DB_PASSWORD"
create_owner video "$VIDEO_DB_PASSWORD"
create_owner audit "$AUDIT_DB_PASSWORD"
create_owner eventlog "$EVENTLOG_DB_PASSWORD"
