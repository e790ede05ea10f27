export { getFreePort, waitUntil, type WaitOptions } from '@tollgate/embedded';
export { collectLogs, type CollectedLogs } from './collect-logs';
export { createTestDatabase, type TestDatabase } from './create-test-database';
export { describeWithKafka, kafkaBrokers } from './kafka';
export { startTestRedis, type TestRedis } from './start-test-redis';
export { isFullRun, pickSome } from './full-run';
