import type { Logger } from '@tollgate/observability';
import type { PolicySignal } from '../policy/ports';
import type { Clock, OrgDatabase } from '../shared/ports';
import { type ByokKey, type HealthNews, judgeHealth } from './byok-key';
import { type ByokOutside, nameRow } from './ports';

/** How many keys were taken back. */
export type ProbeByok = () => Promise<number>;

const probedAgainAfterMs = 60 * 60 * 1_000;
const parallelMax = 10;
const roundsMax = 10;

/**
 * A seamless key that was refused too often gets no traffic that could show its recovery. Once an
 * hour its provider is asked for its models, which costs nothing; an answer takes the key back.
 */
export function probeByokUseCase(ports: {
  readonly database: OrgDatabase;
  readonly byokOutside: Pick<ByokOutside, 'listModels' | 'open'>;
  readonly noteByokHealth: NoteByokHealth;
  readonly clock: Clock;
  readonly logger: Logger;
}): ProbeByok {
  const { byokOutside, clock, database, logger, noteByokHealth } = ports;

  async function probe(key: ByokKey): Promise<boolean> {
    const { baseUrl, id: byokId, orgId, protocol } = key;
    try {
      const apiKey = byokOutside.open(key, nameRow(key));
      const models = await byokOutside.listModels({ baseUrl, protocol, apiKey });
      if (models === undefined) return false;
      const news = { authFailures: 0, hasSucceeded: true, lastError: '' };
      await noteByokHealth({ orgId, byokId }, news);
      return true;
    } catch (error) {
      logger.warn('provider key not probed', { byokId, error });
      return false;
    }
  }

  return async () => {
    let recovered = 0;
    for (let round = 0; round < roundsMax; round++) {
      const now = clock.now();
      const before = new Date(now.getTime() - probedAgainAfterMs);
      const keys = await database.byokKeys.claimFailing(before, now, parallelMax);
      const outcomes = await Promise.all(keys.map(probe));
      recovered += outcomes.filter(Boolean).length;
      if (keys.length < parallelMax) break;
    }
    return recovered;
  };
}

export type NoteByokHealth = (
  key: { readonly orgId: string; readonly byokId: string },
  news: HealthNews,
) => Promise<void>;

/** Health of a key as relays report it; relays are notified when it starts or stops failing. */
export function noteByokHealthUseCase(ports: {
  readonly database: OrgDatabase;
  readonly signal: PolicySignal;
  readonly clock: Clock;
}): NoteByokHealth {
  const { clock, database, signal } = ports;
  return async ({ byokId, orgId }, news) => {
    const hasTurned = await database.withTransaction(async (stores) => {
      await stores.organizations.lock(orgId);
      const key = await stores.byokKeys.find(orgId, byokId);
      if (!key) return false;
      const health = judgeHealth(key.health, news, clock.now());
      await stores.byokKeys.update({ ...key, health });
      if ((health.status === 'failing') === (key.health.status === 'failing')) return false;
      await stores.policies.touch(orgId);
      return true;
    });
    if (hasTurned) await signal.changed(orgId);
  };
}
