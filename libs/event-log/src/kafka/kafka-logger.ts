import { logLevel, type logCreator } from 'kafkajs';
import type { Logger } from '@tollgate/observability';

/** kafkajs logs every retry as an error; the caller of a failed operation logs the failure. */
export function makeKafkaLogger(logger: Logger): logCreator {
  return () =>
    ({ namespace, level, log }) => {
      const fields = { namespace, detail: log.message, error: toText(log['error']) };
      if (level === logLevel.ERROR || level === logLevel.WARN)
        logger.debug('kafka warning', fields);
    };
}

function toText(value: unknown): string | undefined {
  if (value instanceof Error) return value.message;
  return typeof value === 'string' ? value : undefined;
}
