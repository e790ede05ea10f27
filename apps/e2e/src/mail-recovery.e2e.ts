import { randomBytes } from 'node:crypto';
import { waitUntil } from '@tollgate/testing';
import { startGateway } from '../test/support/gateway';
import { waitForMailedToken } from '../test/support/mails';

/** A mail whose sender died is due again half a minute later. */
const secondTryMs = 60_000;
const rounds = 3;
const signUpsPerRound = 6;

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.end());

async function signUp(): Promise<string | undefined> {
  const email = `user-${randomBytes(8).toString('hex')}@example.com`;
  const body = { email, password: 'a good password' };
  const answer = await gateway.call('/api/auth/signup', { body }).catch(() => undefined);
  return answer?.status === 201 ? email : undefined;
}

it('every account whose sign-up was answered gets its mail, though auth was killed', async () => {
  const told: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const pid = gateway.credentials().pids['auth'] ?? 0;
    const attempts = Array.from({ length: signUpsPerRound }, async () => {
      const email = await signUp();
      if (email === undefined) return;
      told.push(email);
      // With the first answer: its mail and those of the others are somewhere between two steps.
      if (gateway.credentials().pids['auth'] === pid) process.kill(pid, 'SIGKILL');
    });
    await Promise.allSettled(attempts);
    await waitUntil(
      async () => {
        const probe = await gateway.call('/api/auth/verify-email', { body: { token: 'x' } });
        return gateway.credentials().pids['auth'] !== pid && probe.status === 400;
      },
      { timeoutMs: 45_000, what: 'a new auth' },
    );
  }
  expect(told.length).toBeGreaterThanOrEqual(rounds);
  for (const email of told) {
    const token = await waitForMailedToken(gateway, email, 'verify-email', secondTryMs);
    const answer = await gateway.call('/api/auth/verify-email', { body: { token } });
    expect({ email, status: answer.status }).toEqual({ email, status: 204 });
  }
});
