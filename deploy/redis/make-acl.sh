#!/bin/sh
# Prints the Redis users of the services as lines of an ACL file: one user for each service, with the
# rules of user-rules.txt. The passwords are EDGE_REDIS_PASSWORD and so on; the file has their hashes.
# While a password is replaced, EDGE_REDIS_PASSWORD_OTHER and so on are accepted too.
#   set -a; . ./.env; set +a; sh deploy/redis/make-acl.sh > users.acl
set -eu

hash_of() {
  printf '%s' "$1" | if command -v sha256sum > /dev/null; then sha256sum; else shasum -a 256; fi |
    cut -c 1-64
}

while read -r name rules; do
  case $name in '#'*) continue ;; esac
  variable="$(printf '%s' "$name" | tr '[:lower:]' '[:upper:]')_REDIS_PASSWORD"
  eval "password=\${$variable:-}"
  if [ -z "$password" ]; then
    echo "$variable must be set: the password of the Redis user $name" >&2
    exit 1
  fi
  eval "other=\${${variable}_OTHER:-}"
  hashes="#$(hash_of "$password")"
  if [ -n "$other" ]; then hashes="$hashes #$(hash_of "$other")"; fi
  echo "user $name reset on $hashes $rules"
done < "$(dirname "$0")/user-rules.txt"
