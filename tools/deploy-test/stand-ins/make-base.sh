#!/usr/bin/env bash
# Makes a stand-in for the base of our images where no registry of images is reached: Debian by
# debootstrap, the Node of this checkout and the npm of this machine. Needs root.
#   make-base.sh <engine> <image> <node program> <npm folder>
set -euo pipefail

engine=$1
image=$2
node=$3
npm=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root="$folder/root"
certificates=/etc/ssl/certs/ca-certificates.crt

debootstrap --variant=minbase --include=ca-certificates bookworm "$root" > "$folder/log" \
  || { tail -n 20 "$folder/log" >&2; exit 1; }
install -m 755 "$node" "$root/usr/local/bin/node"
cp -RL "$npm" "$root/usr/local/lib/npm"
for name in npm npx; do
  printf '#!/bin/sh\nexec node /usr/local/lib/npm/bin/%s-cli.js "$@"\n' "$name" \
    > "$root/usr/local/bin/$name"
  chmod 755 "$root/usr/local/bin/$name"
done
# What this machine trusts, the image trusts as well: a proxy may have certificates of its own.
cp "$certificates" "$root$certificates"
printf 'cafile=%s\n' "$certificates" > "$root/usr/local/etc/npmrc"
chroot "$root" useradd --create-home --uid 1000 node
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*

tar -C "$root" -c . \
  | "$engine" import --change "ENV NODE_EXTRA_CA_CERTS=$certificates" - "$image"
