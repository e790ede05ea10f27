import { createLogger, silentLogger } from '@tollgate/observability';
import { describeDelivery } from './delivery-contract';
import { describeFailures } from './failure-contract';
import { describeGroups } from './group-contract';
import type { EventLog } from '../src/index';
import type { HangingReaderOptions } from './hanging-reader.main';

/** One engine with real storage behind it. */
export interface EventLogHarness {
  /** A client of its own, as another process would have. */
  openLog(): EventLog;
  /** A client with connections that `cut` breaks. */
  openGatedLog(): EventLog;
  cut(): void;
  heal(): void;
  /** How a child process opens the same log. */
  readonly childLog: HangingReaderOptions['log'];
  tearDown(): Promise<void>;
}

/** Shared by the suites; created for every test file. */
export interface ContractContext {
  /** A fresh topic name. */
  topic(): string;
  open(): EventLog;
  readonly harness: () => EventLogHarness;
}

export const contractLogger = process.env['TEST_LOG']
  ? createLogger({ service: 'event-log', level: 'debug' })
  : silentLogger;

/** What every engine must do. */
export function describeEventLogContract(setUp: () => Promise<EventLogHarness>): void {
  let harness: EventLogHarness | undefined;
  const opened: EventLog[] = [];
  const run = Date.now().toString(36);
  let topics = 0;

  const context: ContractContext = {
    topic: () => `contract.${run}.${topics++}`,
    harness: () => {
      if (harness === undefined) throw new Error('the engine is not set up');
      return harness;
    },
    open: () => {
      const log = context.harness().openLog();
      opened.push(log);
      return log;
    },
  };

  beforeAll(async () => {
    harness = await setUp();
  }, 60_000);
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()));
  }, 30_000);
  afterAll(async () => {
    await harness?.tearDown();
  }, 30_000);

  describeDelivery(context);
  describeGroups(context);
  describeFailures(context);
}
