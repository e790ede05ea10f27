import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { InstanceRegistry, Till } from '@tollgate/till';

const intervalMs = 10_000;
/** By then every running relay has sent a heartbeat, even after Redis was emptied. */
const orphanMsMin = 60_000;

export interface SweepHoldsOptions {
  readonly till: Till;
  readonly registry: InstanceRegistry;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}

/** Releases open holds of relays without a heartbeat: their calls will never settle. */
export function createSweepHoldsJob(options: SweepHoldsOptions): Part {
  const run = async (): Promise<void> => {
    await sweepSilent(options);
    await sweepOrphans(options);
  };
  return createRepeatingPart({ name: 'sweep holds', intervalMs, run, logger: options.logger });
}

async function sweepSilent({ logger, registry, till }: SweepHoldsOptions): Promise<void> {
  for (const instance of await registry.listSilent()) {
    let released = 0;
    for (const walletId of await registry.listWallets(instance)) {
      released += await till.sweep(walletId, instance);
      await registry.forgetWallet(instance, walletId);
    }
    await registry.forgetInstance(instance);
    logger.warn('open holds of a silent relay released', { instance, released });
  }
}

/** The last resort: releases old open holds of relays that are not registered. */
async function sweepOrphans(options: SweepHoldsOptions): Promise<void> {
  const { getNowMs, logger, registry, till } = options;
  const known = new Set(await registry.listKnown());
  for (const walletId of await till.listWalletsWithHolds()) {
    const orphans = (await till.listHolds(walletId)).filter(
      ({ instance, sinceMs, state }) =>
        state === 'open' && !known.has(instance) && getNowMs() - sinceMs > orphanMsMin,
    );
    for (const instance of new Set(orphans.map((hold) => hold.instance))) {
      const released = await till.sweep(walletId, instance);
      logger.warn('orphaned holds released', { walletId, instance, released });
    }
  }
}
