#!/bin/sh
# Starts the Redis of docker-compose.yml and of the Helm chart. Arguments are passed to redis-server.
# The default user may do everything and has REDIS_PASSWORD, and REDIS_PASSWORD_OTHER while it is
# replaced; each service has a user of its own.
# Nothing is kept on disk: the book and the spools rebuild it. The services check noeviction.
set -eu

: "${REDIS_PASSWORD:?must be set: the password of the default user of Redis}"
hash_of() { printf '%s' "$1" | sha256sum | cut -c 1-64; }
hashes="#$(hash_of "$REDIS_PASSWORD")"
if [ -n "${REDIS_PASSWORD_OTHER:-}" ]; then hashes="$hashes #$(hash_of "$REDIS_PASSWORD_OTHER")"; fi
file=$(mktemp /tmp/users.XXXXXX)
echo "user default reset on $hashes ~* &* +@all" > "$file"
sh "$(dirname "$0")/make-acl.sh" >> "$file"
# Read by the user that the server becomes. It has hashes of random passwords only.
chmod 644 "$file"

set -- redis-server --aclfile "$file" --maxmemory-policy noeviction --appendonly no --save '' "$@"
# The entry of the official image, which changes to a user without rights.
if command -v docker-entrypoint.sh > /dev/null; then set -- docker-entrypoint.sh "$@"; fi
exec "$@"
