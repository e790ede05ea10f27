import { waitUntil } from '@tollgate/testing';
import { brakeSignalChannel, brakeSignalKey, formatBrakeSignal, openBrake } from '@tollgate/till';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

let edge: EdgeUnderTest;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.stop());

const addUser = (secret: string): string => {
  const balanceNanos = 10_000_000_000n;
  edge.auth.addKey(secret, { userId: secret, balanceNanos });
  return secret;
};
const chat = '/v1/chat/completions';
const manual = { isTripped: true, retryAfterSeconds: 300, untilMs: null };

async function waitForStatus(key: string, status: number): Promise<void> {
  await waitUntil(async () => (await edge.send('post', chat, key).send({})).status === status, {
    timeoutMs: 5_000,
    what: `a ${status}`,
  });
}

describe('the global brake at the edge', () => {
  it('stops paid calls as soon as it is published, and only them', async () => {
    const key = addUser('sk-tg-one');
    await waitForStatus(key, 200);
    await edge.redis.publish(brakeSignalChannel, formatBrakeSignal(manual));
    await waitForStatus(key, 503);
    const answer = await edge.send('post', chat, key).send({});
    expect(answer.headers).toMatchObject({ 'retry-after': '300', 'x-should-retry': 'false' });
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
    expect(answer.body).toMatchObject({ error: { type: 'overloaded_error', code: 503 } });
    expect((await edge.send('get', '/v1/credits', key)).status).toBe(200);
  });

  it('is found within seconds when the message was lost', async () => {
    const key = addUser('sk-tg-two');
    await edge.redis.set(brakeSignalKey, formatBrakeSignal(openBrake));
    await waitForStatus(key, 200);
    await edge.redis.set(brakeSignalKey, formatBrakeSignal(manual));
    await waitForStatus(key, 503);
  });

  it('asks a caller for a credential before it says anything', async () => {
    expect((await edge.send('post', chat, 'sk-tg-unknown').send({})).status).toBe(401);
  });
});
