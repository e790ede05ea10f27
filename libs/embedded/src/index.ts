export { claimDirectory, findDirectoryOwner } from './processes/directory-owner';
export {
  findCredentials,
  writeCredentials,
  type DemoAccount,
  type DemoOrg,
  type StackCredentials,
} from './stack-credentials';
export { getFreePort } from './processes/get-free-port';
export { readJsonFile, writeJsonFile } from './processes/json-file';
export { isPortFree } from './processes/is-port-free';
export { openPidRecord, stopLeftovers, type PidRecord } from './processes/pid-record';
export {
  findProcessIdentity,
  isSameProcessAlive,
  readCommandLine,
  type ProcessIdentity,
} from './processes/process-identity';
export { readLogTail } from './processes/read-log-tail';
export {
  startProcess,
  type ManagedProcess,
  type ProcessOptions,
  type SpawnListener,
} from './processes/start-process';
export { stopPid } from './processes/stop-pid';
export { waitUntil, type WaitOptions } from './processes/wait-until';
export { NotReadyError, waitUntilReady } from './processes/wait-until-ready';

export {
  databaseUrl,
  provisionDatabase,
  type ProvisionOptions,
  type SchemaOwner,
} from './postgres/provision-database';
export { removeCluster } from './postgres/place-cluster';
export {
  startPostgres,
  type PostgresOptions,
  type PostgresServer,
} from './postgres/start-postgres';
export { withClient } from './postgres/with-client';

export { ensureRedisServer } from './redis/ensure-redis-server';
export { pingRedis } from './redis/ping-redis';
export { findRedisServer } from './redis/find-redis-server';
export { startRedis, type RedisOptions, type RedisServer } from './redis/start-redis';

export {
  assertJavaTools,
  isKafkaResolved,
  JavaMissingError,
  kafkaVersion,
  resolveKafka,
} from './kafka/resolve-kafka';
export { startKafka, type KafkaOptions, type KafkaServer } from './kafka/start-kafka';
