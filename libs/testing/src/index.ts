export { getFreePort, type WaitOptions } from '@tollgate/embedded';
export { measureWork, waitUntil, watchStalls } from './wait-until';
export { readHeapAfterGc } from './read-heap-after-gc';
export { collectLogs, type CollectedLogs } from './collect-logs';
export { readArchiveSettings, type ArchiveSettings } from './archive-settings';
export { createTestDatabase, type TestDatabase } from './create-test-database';
export { followEvents, type EventFollower, type FollowOptions } from './follow-events';
export {
  makeAuthority,
  makeCertificate,
  type TestAuthority,
  type TestCertificate,
} from './make-certificate';
export { describeWithKafka, kafkaBrokers } from './kafka';
export {
  spawnTestStack,
  startTestStack,
  type TestStack,
  type TestStackOptions,
} from './start-test-stack';
export { startLossyProxy, type LossyProxy } from './lossy-proxy';
export { startKafkaCluster, type KafkaCluster } from './start-kafka-cluster';
export { startPostgresPair, type PostgresPair } from './start-postgres-pair';
export { startRedisCluster, type RedisCluster } from './start-redis-cluster';
export { startRedisSentinels, type RedisSentinels } from './start-redis-sentinels';
export { startTestRedis, type TestRedis } from './start-test-redis';
export type { CollectedSpan } from './decode-traces';
export { startTraceCollector, type TraceCollector } from './trace-collector';
export { describeInFullRun, isFullRun, pickSome } from './full-run';
export {
  fakeStripeKeys,
  type FakePayment,
  startFakeStripe,
  type FakeSession,
  type FakeStripe,
} from './start-fake-stripe';
export { describeDialectContract, type DialectContractOptions } from './models/dialect-contract';
export { makeNeutralRequest, makeUpstreamTarget } from './models/make-request';
export {
  describeProviderContract,
  type ProviderContractOptions,
  type ProviderFixtureMeaning,
} from './models/provider-contract';
export { readFrames, type WireFrame } from './models/read-frames';
export {
  createSoftwareAuthenticator,
  type AuthenticatorOptions,
  type PasskeyJson,
  type SoftwareAuthenticator,
} from './software-authenticator';
