export { createApiClient, textField, type ApiAnswer, type ApiClient } from './api/api-client';
export { claimDirectory, findDirectoryOwner } from './processes/directory-owner';
export {
  findCredentials,
  writeCredentials,
  type DemoAccount,
  type DemoOrg,
  type OperatorAccount,
  type StackCredentials,
} from './stack-credentials';
export { getFreePort } from './processes/get-free-port';
export { readJsonFile, writeJsonFile } from './processes/json-file';
export { isPortFree } from './processes/get-free-port';
export { openPidRecord, stopLeftovers, type PidRecord } from './processes/pid-record';
export { findProcessIdentity } from './processes/process-identity';
export { startProcess, type ManagedProcess, type SpawnListener } from './processes/start-process';
export { waitUntil, type WaitOptions } from './processes/wait-until';
export { NotReadyError, waitUntilReady } from './processes/wait-until-ready';

export { databaseUrl, provisionDatabase, type SchemaOwner } from './postgres/provision-database';
export { removeCluster } from './postgres/place-cluster';
export { findPostgresBinaries } from './postgres/postgres-binaries';
export { startPostgres } from './postgres/start-postgres';
export { withClient } from './postgres/with-client';

export {
  ContainerEngine,
  containerEngineNames,
  findContainerEngine,
  NoContainerEngineError,
  type ContainerEngineName,
} from './containers/container-engine';
export { readDockerfile, type Dockerfile } from './containers/read-dockerfile';

export { ensureBrowser } from './browser/ensure-browser';

export { ensureRedisServer } from './redis/ensure-redis-server';
export { pingRedis } from './redis/ping-redis';
export { findRedisServer } from './redis/find-redis-server';
export { startRedis, type RedisServer } from './redis/start-redis';

export {
  assertJavaTools,
  isKafkaResolved,
  JavaMissingError,
  kafkaVersion,
  resolveKafka,
} from './kafka/resolve-kafka';
export { makeClusterId } from './kafka/make-server-properties';
export { startKafka, type KafkaOptions } from './kafka/start-kafka';

export { ensureSimulatorModels } from './simulator/ensure-simulator-models';
export { freeSimulatorModel } from './simulator/simulator-models';
