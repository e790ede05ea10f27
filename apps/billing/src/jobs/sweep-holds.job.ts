import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { InstanceRegistry, Till } from '@tollgate/till';
import { createRepeatingPart } from './repeat';

const intervalMs = 10_000;

/** Gives back the open holds of relays that have gone silent: their calls will never end. */
export function createSweepHoldsJob(options: {
  readonly till: Till;
  readonly registry: InstanceRegistry;
  readonly logger: Logger;
}): Part {
  const { logger, registry, till } = options;
  const run = async (): Promise<void> => {
    for (const instance of await registry.listSilent()) {
      let released = 0;
      for (const walletId of await registry.listWallets(instance)) {
        released += await till.sweep(walletId, instance);
        await registry.forgetWallet(instance, walletId);
      }
      await registry.forgetInstance(instance);
      logger.warn('open holds of a silent relay released', { instance, released });
    }
  };
  return createRepeatingPart({ name: 'sweep holds', intervalMs, run, logger });
}
