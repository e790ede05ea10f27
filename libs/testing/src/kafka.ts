import { requireTestSetting } from './test-environment';

/** The brokers of the test runner, as a list for a client. */
export function kafkaBrokers(): string[] {
  return requireTestSetting('TEST_KAFKA_BROKERS').split(',');
}

/**
 * A suite that needs a real broker. The test runner says once when there is none on this machine
 * (and fails instead under CI); such suites are then skipped and counted as skipped.
 */
export function describeWithKafka(name: string, suite: () => void): void {
  const describeOrSkip = process.env['TEST_KAFKA_BROKERS'] ? describe : describe.skip;
  describeOrSkip(name, suite);
}
