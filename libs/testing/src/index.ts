export { getFreePort, type WaitOptions } from '@tollgate/embedded';
export { waitUntil } from './wait-until';
export { collectLogs, type CollectedLogs } from './collect-logs';
export { createTestDatabase, type TestDatabase } from './create-test-database';
export { makeCertificate, type TestCertificate } from './make-certificate';
export { describeWithKafka, kafkaBrokers } from './kafka';
export {
  spawnTestStack,
  startTestStack,
  type TestStack,
  type TestStackOptions,
} from './start-test-stack';
export { startLossyProxy, type LossyProxy } from './lossy-proxy';
export { startTestRedis, type TestRedis } from './start-test-redis';
export { isFullRun, pickSome } from './full-run';
export {
  fakeStripeKeys,
  startFakeStripe,
  type FakeSession,
  type FakeStripe,
} from './start-fake-stripe';
