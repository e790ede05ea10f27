import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey, openAccounts, type Account } from '../test/support/accounts';
import { getSharedGateway } from '../test/support/gateway';
import { createAsker, getQuantile, shuffle, type RawHeaders } from '../test/support/time-refusals';

const gateway = getSharedGateway();
/**
 * Before refusals had a pace, an unknown key took 2.6 ms longer than none, and a key used from a
 * wrong address 4.4 ms longer than an unknown one.
 */
const toleranceMs = 1;
/**
 * The quickest answers of 300 are compared: a credential that needs more work needs it every time,
 * and other processes on the same cores delay the slower samples by any amount.
 */
const quickestShare = 0.03;
const connections = 6;
const tries = 5;

const unauthorized = JSON.stringify({
  error: { message: 'Invalid or missing API key', type: 'authentication_error', code: 401 },
});

const makeText = (): string =>
  randomBytes(64).toString('base64').replaceAll(/\W/g, '').slice(0, 43);
const bearer = (secret: string): RawHeaders => ['authorization', `Bearer ${secret}`];
const makeUnknown = (): string => `sk-tg-${makeText()}`;
/** Right in every character that a list of keys shows at its beginning, wrong in the rest. */
const makeLookalike = (key: string): string =>
  key.slice(0, 12) + makeText().slice(0, key.length - 12);

/** Keys that exist and must not be used. */
const refused = {
  disabled: [] as string[],
  expired: [] as string[],
  deleted: [] as string[],
  'wrong address': [] as string[],
};
const owners: Account[] = [];
const ownersCount = 4;
const keysPerOwner = 25;
/** An edge remembers these for longer: one for every time that a key must be new to it. */
const elsewherePerOwner = 75;
const rounds = ownersCount * elsewherePerOwner;
/** Long enough to make the key on a machine that stands still for seconds. */
const expiresInMs = 10_000;
let lastExpiryMs = 0;

beforeAll(async () => {
  owners.push(...(await openAccounts(gateway, ownersCount)));
  await Promise.all(owners.map(makeRefusedKeys));
  await sleep(Math.max(lastExpiryMs - Date.now(), 0));
});

async function makeRefusedKeys({ cookie }: Account): Promise<void> {
  const make = (settings: object) => createKey(gateway, cookie, { name: 'refused', ...settings });
  for (let number = 0; number < keysPerOwner; number += 1) {
    lastExpiryMs = Date.now() + expiresInMs;
    const expiresAt = new Date(lastExpiryMs).toISOString();
    refused.expired.push((await make({ expires_at: expiresAt })).key);
  }
  // The time until the last one has expired is spent on the other keys.
  for (let number = 0; number < keysPerOwner; number += 1) {
    refused.disabled.push((await make({ enabled: false })).key);
    const { id, key } = await make({});
    await gateway.call(`/api/account/keys/${id}`, { method: 'DELETE', cookie });
    refused.deleted.push(key);
  }
  for (let number = 0; number < elsewherePerOwner; number += 1) {
    refused['wrong address'].push((await make({ allowedCidrs: ['203.0.113.7'] })).key);
  }
}

describe('a refused credential', () => {
  it('is answered with the same bytes and the same headers, whatever is wrong with it', async () => {
    const { ask, close } = createAsker(gateway);
    const [{ key, cookie }] = owners as [Account];
    const attempts: Record<string, [headers: RawHeaders, path?: string]> = {
      missing: [[]],
      'in the query': [[], `/v1/key?api_key=${key}&key=${key}&access_token=${key}`],
      'in another header': [['x-api-key', key]],
      'of another scheme': [['authorization', 'Basic YTpi']],
      'without a scheme': [['authorization', key]],
      'with an empty secret': [['authorization', 'Bearer ']],
      'with two secrets': [['authorization', `Bearer ${key} ${key}`]],
      quoted: [bearer(`"${key}"`)],
      'a piece of SQL': [bearer(`'OR/**/1=1--`)],
      'a piece of SQL with spaces': [bearer(`' OR 1=1--`)],
      'with NUL spelled out': [bearer(`${key}%00\\u0000\\0`)],
      'of bytes that are no text': [bearer('sk-tg-\xff\xfe\xc3\x28\x80')],
      'of 15 KB': [bearer('x'.repeat(15_000))],
      'sent twice': [[...bearer(key), ...bearer(key)]],
      'sent twice, one of them wrong': [[...bearer(makeUnknown()), ...bearer(key)]],
      unknown: [bearer(makeUnknown())],
      'unknown, of a manager': [bearer(`sk-tg-mg-${makeText()}`)],
      'that begins like a known one': [bearer(makeLookalike(key))],
      'in other letters': [bearer(key.toUpperCase())],
      'with a character more': [bearer(`${key}x`)],
      disabled: [bearer(refused.disabled[0] ?? '')],
      expired: [bearer(refused.expired[0] ?? '')],
      deleted: [bearer(refused.deleted[0] ?? '')],
      'used from a wrong address': [bearer(refused['wrong address'][0] ?? '')],
      'used from an address nobody knows': [
        [...bearer(refused['wrong address'][0] ?? ''), 'x-real-ip', 'nonsense'],
      ],
      'of an operator': [bearer(gateway.credentials().adminToken)],
      'of a session': [['cookie', cookie]],
    };
    const expected = await ask([]);
    expect([expected.status, expected.body]).toEqual([401, unauthorized]);
    for (const [what, [headers, path]] of Object.entries(attempts)) {
      // Twice: an answer from memory is the same as the first one.
      for (const answer of [await ask(headers, path), await ask(headers, path)]) {
        const { ms: _ms, ...seen } = answer;
        const { ms: _expectedMs, ...wanted } = expected;
        expect({ what, ...seen }).toEqual({ what, ...wanted });
      }
    }
    close();
  });

  it('takes as long, whatever is wrong with it', async () => {
    const [{ key }] = owners as [Account];
    const repeated = makeUnknown();
    const kinds: Record<string, (round: number) => RawHeaders> = {
      missing: () => [],
      malformed: () => ['authorization', 'Bearer "a b"'],
      'unknown, again': () => bearer(repeated),
      'unknown, new': () => bearer(makeUnknown()),
      'known beginning, new': () => bearer(makeLookalike(key)),
    };
    for (const [kind, keys] of Object.entries(refused)) {
      kinds[`${kind}, again`] = () => bearer(keys[0] ?? '');
      kinds[`${kind}, new`] = (round) => bearer(keys[round % keys.length] ?? '');
    }
    let visible = await findVisible(kinds);
    // A real difference between credentials shows every time; noise of a busy machine does not.
    for (let again = 1; again < tries && visible.size > 0; again += 1) {
      const seen = await findVisible(kinds);
      visible = new Map([...visible].filter(([kind, ms]) => isSameSide(ms, seen.get(kind))));
    }
    expect([...visible]).toEqual([]);
  });
});

function isSameSide(ms: number, other: number | undefined): boolean {
  return other !== undefined && Math.sign(ms) === Math.sign(other);
}

/** Kinds whose quickest answers take another time than those of an unknown key, by how many ms. */
async function findVisible(
  kinds: Readonly<Record<string, (round: number) => RawHeaders>>,
): Promise<Map<string, number>> {
  const times = await collectTimes(kinds);
  const unknownMs = getQuantile(times['unknown, new'] ?? [], quickestShare);
  const differences = Object.entries(times).map(
    ([kind, values]) => [kind, getQuantile(values, quickestShare) - unknownMs] as const,
  );
  return new Map(differences.filter(([, ms]) => Math.abs(ms) > toleranceMs));
}

/**
 * In turns and in a new order every round, so that whatever else slows the machine hits all. On
 * several connections, because a refusal is mostly waiting.
 */
async function collectTimes(
  kinds: Readonly<Record<string, (round: number) => RawHeaders>>,
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  const tasks = Array.from({ length: rounds }, (_, round) =>
    shuffle(Object.entries(kinds)).map(([kind, make]) => ({ kind, make, round })),
  ).flat();
  async function work(): Promise<void> {
    const { ask, close } = createAsker(gateway);
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const { kind, make, round } = task;
      // No address makes enough attempts to reach its limit.
      const address = `198.51.100.${round % 250}`;
      const { status, ms } = await ask([...make(round), 'x-real-ip', address]);
      if (status !== 401) throw new Error(`${kind} was answered with ${status}`);
      (times[kind] ??= []).push(ms);
    }
    close();
  }
  await Promise.all(Array.from({ length: connections }, work));
  return times;
}
