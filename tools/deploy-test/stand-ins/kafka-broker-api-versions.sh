#!/bin/sh
# Asks the broker for the versions of its API; $2 is its host:port.
exec node /opt/kafka/start-kafka.mjs --check "$2"
