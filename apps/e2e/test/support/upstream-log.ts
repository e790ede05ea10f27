import { setTimeout as sleep } from 'node:timers/promises';
import type { Gateway } from './gateway';
import { readSimulatedCalls, resetSimulator } from './simulator';

/** Calls by the id in their prompt. */
export interface UpstreamCalls {
  readonly seen: ReadonlySet<string>;
  /** Those that the provider answered to the end, usage and all. */
  readonly answered: ReadonlySet<string>;
}

export interface UpstreamLog {
  readonly stop: () => Promise<UpstreamCalls>;
}

/** The provider remembers its last hundred calls; looked at this often, none is missed. */
const pollMs = 200;

/** The second log of the oracle: what the provider itself says it has done. */
export async function watchUpstream(gateway: Gateway): Promise<UpstreamLog> {
  await resetSimulator(gateway, true);
  const seen = new Set<string>();
  const answered = new Set<string>();
  let isStopping = false;
  const look = async (): Promise<void> => {
    for (const { outcome, request } of (await readSimulatedCalls(gateway)).calls) {
      const id = /call-\d+\./.exec(request?.body ?? '')?.[0];
      if (id === undefined) continue;
      seen.add(id);
      if (outcome === 'answered') answered.add(id);
    }
  };
  const watching = (async () => {
    while (!isStopping) {
      await look();
      await sleep(pollMs);
    }
  })();
  return {
    stop: async () => {
      isStopping = true;
      await watching;
      await look();
      return { seen, answered };
    },
  };
}
