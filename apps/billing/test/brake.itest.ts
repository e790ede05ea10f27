import { waitUntil } from '@tollgate/testing';
import {
  brakeSignalChannel,
  brakeSignalKey,
  parseBrakeSignal,
  PlatformSpend,
  type BrakeSignal,
} from '@tollgate/till';
import { aCustomer, startBilling, type BillingUnderTest } from './support/start-billing';

let billing: BillingUnderTest;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const hourMs = 3_600_000;
const path = '/api/admin/brake';
const put = (body: object) => billing.operate('put', path).send(body);
const get = () => billing.operate('get', path);
const readSignal = async (): Promise<BrakeSignal | undefined> => {
  const text = await billing.redis.get(brakeSignalKey);
  return text === null ? undefined : parseBrakeSignal(text);
};
const waitForSignal = (isTripped: boolean) =>
  waitUntil(async () => (await readSignal())?.isTripped === isTripped, { timeoutMs: 30_000 });
/** What is counted in one clock hour waits for the next near its end. */
async function waitForRoomInHour(): Promise<void> {
  const leftMs = hourMs - (Date.now() % hourMs);
  if (leftMs < 15_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 50));
}
const findAudit = (action: string) =>
  billing.auditEvents.filter((event) => event.action === action);

describe('the global brake', () => {
  it('is off at first, and only operators see it', async () => {
    expect((await get()).body).toEqual({
      state: 'off',
      limitUsdPerMinute: 500,
      limitUsdPerHour: 10_000,
      retryAfter: 300,
      reason: null,
      tripped: false,
    });
    await waitForSignal(false);
    const { caller } = aCustomer();
    expect((await billing.send('get', path, caller)).status).toBe(403);
    expect((await billing.send('put', path, caller).send({ state: 'manual' })).status).toBe(403);
  });

  it('set by hand is in the key that edges read, is published, and is audited', async () => {
    const heard: string[] = [];
    const subscriber = billing.redis.duplicate();
    await subscriber.connect();
    await subscriber.subscribe(brakeSignalChannel);
    subscriber.on('message', (_channel, text: string) => heard.push(text));
    const answer = await put({ state: 'manual', retryAfter: 120, reason: 'incident' });
    expect(answer.body).toMatchObject({ state: 'manual', tripped: true, reason: 'incident' });
    expect(await readSignal()).toEqual({
      isTripped: true,
      retryAfterSeconds: 120,
      untilMs: null,
    });
    await put({ state: 'off' });
    expect(await readSignal()).toMatchObject({ isTripped: false });
    await waitUntil(() => heard.length >= 2, { timeoutMs: 30_000 });
    expect(heard.map((text) => parseBrakeSignal(text)?.isTripped)).toEqual([true, false]);
    subscriber.disconnect();
    await waitUntil(() => findAudit('admin.brake.update').length === 2, { timeoutMs: 30_000 });
    const [first] = findAudit('admin.brake.update');
    expect(JSON.parse(first?.beforeJson ?? '')).toMatchObject({ state: 'off', retryAfter: 300 });
    expect(JSON.parse(first?.afterJson ?? '')).toMatchObject({ state: 'manual', retryAfter: 120 });
  });

  it('comes back into an emptied Redis', async () => {
    await put({ state: 'manual', retryAfter: 300 });
    await billing.redis.flushall();
    await waitForSignal(true);
    await put({ state: 'off' });
  });

  it('trips by itself at a limit of the platform, until the window ends, on record once', async () => {
    const spend = new PlatformSpend(billing.redis);
    await waitForRoomInHour();
    await put({ state: 'auto', limitUsdPerMinute: 900, limitUsdPerHour: 1 });
    expect((await get()).body).toMatchObject({ state: 'auto', tripped: false });
    await spend.note(1_000_000_000n);
    await waitForSignal(true);
    const nextHourMs = (Math.floor(Date.now() / hourMs) + 1) * hourMs;
    expect(await readSignal()).toEqual({
      isTripped: true,
      retryAfterSeconds: 30,
      untilMs: nextHourMs,
    });
    expect((await get()).body).toMatchObject({ state: 'auto', tripped: true });
    await waitUntil(() => findAudit('platform.brake.tripped').length === 1, { timeoutMs: 30_000 });
    await billing.redis.del('till:platform:spend');
    await waitForSignal(false);
    await spend.note(1_000_000_000n);
    await waitForSignal(true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(findAudit('platform.brake.tripped')).toHaveLength(1);
    await put({ state: 'off' });
    expect((await get()).body).toMatchObject({ state: 'off', tripped: false, limitUsdPerHour: 1 });
  });

  it.each([
    [{}],
    [{ state: 'on' }],
    [{ state: 'auto', limitUsdPerMinute: 0 }],
    [{ state: 'auto', limitUsdPerHour: -5 }],
    [{ state: 'auto', limitUsdPerHour: 1e30 }],
    [{ state: 'auto', limitUsdPerHour: '5' }],
    [{ state: 'manual', retryAfter: 0 }],
    [{ state: 'manual', retryAfter: 1.5 }],
    [{ state: 'manual', reason: 'x'.repeat(501) }],
  ])('refuses %j', async (body) => {
    expect((await put(body)).status).toBe(400);
    expect((await get()).body).toMatchObject({ state: 'off' });
  });
});
