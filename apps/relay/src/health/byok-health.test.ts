import { silentLogger } from '@tollgate/observability';
import type { Attempt } from '../call/attempt/opened-call';
import { ByokHealth, type ByokReport } from './byok-health';

const attempt: Attempt = {
  provider: 'byok',
  routeId: 'byok_1',
  status: 401,
  durationMs: 1,
  error: 'upstream_auth_failed',
};

function setUp(): { health: ByokHealth; reports: ByokReport[] } {
  const reports: ByokReport[] = [];
  const report = (one: ByokReport): Promise<void> => Promise.resolve(void reports.push(one));
  return { health: new ByokHealth({ report, logger: silentLogger }), reports };
}

describe('the health of an own provider key', () => {
  it('counts refusals in a row', async () => {
    const { health, reports } = setUp();
    for (let times = 0; times < 3; times++) health.note('org_1', attempt);
    await health.flush();
    await health.flush();
    expect(reports).toEqual([
      {
        byokId: 'byok_1',
        orgId: 'org_1',
        authFailures: 3,
        hasSucceeded: false,
        lastError: 'upstream_auth_failed (401)',
      },
    ]);
  });

  it('restarts the count after a successful call', async () => {
    const { health, reports } = setUp();
    health.note('org_1', attempt);
    health.note('org_1', { ...attempt, status: 200, error: '' });
    health.note('org_1', { ...attempt, status: 503, error: 'upstream_unavailable' });
    await health.flush();
    expect(reports).toMatchObject([{ authFailures: 0, hasSucceeded: true }]);
  });

  it('is kept per key', async () => {
    const { health, reports } = setUp();
    health.note('', { ...attempt, provider: 'acme', routeId: 'route_1' });
    await health.flush();
    expect(reports).toEqual([]);
  });
});
