import { createLogger } from '@tollgate/observability';
import { createEventLog, type CreateEventLogOptions } from '../src/index';

export interface HangingReaderOptions {
  readonly log: Omit<CreateEventLogOptions, 'logger'>;
  readonly topic: string;
  readonly group: string;
}

/** Runs as a separate process: takes events, reports it, and is killed before it commits them. */
async function main(): Promise<void> {
  const options = JSON.parse(process.argv[2] ?? '') as HangingReaderOptions;
  const logger = createLogger({ service: 'hanging-reader', level: 'error' });
  const eventLog = createEventLog({ ...options.log, logger });
  await eventLog.subscribe({
    topic: options.topic,
    group: options.group,
    handle: async (events) => {
      process.stdout.write(`handled ${events.map(({ id }) => id).join(' ')}\n`);
      await new Promise(() => undefined);
    },
  });
}

void main();
