import type { Logger } from '@tollgate/observability';
import type { Clock, OrgDatabase } from '../shared/ports';
import type { ByokKey } from './byok-key';
import type { NoteByokHealth } from './note-byok-health';
import { nameRow, type ByokOutside } from './ports';

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
