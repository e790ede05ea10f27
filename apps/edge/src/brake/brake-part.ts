import { startBeat, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import { brakeSignalChannel, brakeSignalKey } from '@tollgate/till';
import type { Brake } from '../use-cases/brake';

export interface BrakePartOptions {
  readonly redis: Redis;
  readonly subscriber: Redis;
  readonly brake: Pick<Brake, 'onSignal'>;
  readonly logger: Logger;
}

const pollMs = 1_000;

/** Listens to billing, and looks at the state every second because messages can be lost. */
export function createBrakePart(options: BrakePartOptions): Part {
  const { brake, logger, redis, subscriber } = options;
  let stopPolling: (() => void) | undefined;

  async function poll(): Promise<void> {
    try {
      brake.onSignal(await redis.get(brakeSignalKey));
    } catch (error) {
      logger.debug('brake not read', { error });
    }
  }

  return {
    name: 'global brake',
    start: async () => {
      subscriber.on('message', (channel, text) => {
        if (channel === brakeSignalChannel) brake.onSignal(text);
      });
      await subscriber.subscribe(brakeSignalChannel);
      await poll();
      stopPolling = startBeat(pollMs, () => void poll());
    },
    stop: () => stopPolling?.(),
  };
}
