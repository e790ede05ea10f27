import { requireTestSetting } from './test-environment';

/** The brokers of the test runner, as a list for a client. */
export function kafkaBrokers(): string[] {
  return requireTestSetting('TEST_KAFKA_BROKERS').split(',');
}

/**
 * A suite that needs a real broker. The test runner prints one line when this machine has none
 * (and fails instead under CI); such suites are then skipped and counted as skipped.
 */
export function describeWithKafka(name: string, suite: () => void): void {
  const describeOrSkip = process.env['TEST_KAFKA_BROKERS'] ? describe : describe.skip;
  describeOrSkip(name, suite);
}
