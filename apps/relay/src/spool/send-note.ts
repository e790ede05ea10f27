import type { Logger } from '@tollgate/observability';
import type { Spool } from '@tollgate/spool';
import { encodeEnvelope, type SpoolEnvelope } from './spool-envelope';

export type SendNote = (envelope: SpoolEnvelope) => void;

/** Sends an event that is not about money through the spool, without waiting. */
export function createNoteSender(options: {
  readonly spool: Pick<Spool, 'append' | 'release'>;
  readonly onSent: () => void;
  readonly logger: Logger;
}): SendNote {
  const { logger, onSent, spool } = options;
  return (envelope) => {
    spool.append(encodeEnvelope(envelope)).then(
      (sequence) => {
        spool.release(sequence);
        onSent();
      },
      (error: unknown) => logger.error('note not recorded', { topic: envelope.topic, error }),
    );
  };
}
