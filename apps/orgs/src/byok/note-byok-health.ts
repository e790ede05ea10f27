import type { PolicySignal } from '../policy/ports';
import type { Clock, OrgDatabase } from '../shared/ports';
import { judgeHealth, type HealthNews } from './byok-key';

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
