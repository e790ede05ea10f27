#!/usr/bin/env bash
# Does what the image postgres:18 does at its start: on an empty volume it makes the cluster and the
# database, runs the scripts of /docker-entrypoint-initdb.d on a server without a TCP port, and then
# starts the server.
set -euo pipefail

data=/var/lib/postgresql/18/docker
sockets=/var/run/postgresql
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }

mkdir -p "$data" "$sockets"
chown postgres:postgres "$data" "$sockets"
chmod 700 "$data"

if [ ! -f "$data/PG_VERSION" ]; then
  # Readable by the server's user alone.
  password_file=$(mktemp)
  printf '%s' "$POSTGRES_PASSWORD" > "$password_file"
  chown postgres "$password_file"
  as_postgres /opt/postgres/bin/initdb --pgdata="$data" --username="$POSTGRES_USER" \
    --pwfile="$password_file" --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 \
    --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8
  rm "$password_file"
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  as_postgres /opt/postgres/bin/pg_ctl --pgdata="$data" --wait start \
    --options="-k $sockets -c listen_addresses=''"
  psql --username "$POSTGRES_USER" --dbname postgres --command "CREATE DATABASE $POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*.sh; do bash "$script"; done
  as_postgres /opt/postgres/bin/pg_ctl --pgdata="$data" --wait --mode=fast stop
fi

exec setpriv --reuid=postgres --regid=postgres --init-groups \
  /opt/postgres/bin/postgres -D "$data" -k "$sockets" -c listen_addresses='*'
