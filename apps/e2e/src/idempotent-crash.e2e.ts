import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nanosToUsdNumber } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import { openAccount, readSettledCredits } from '../test/support/accounts';
import { killParts } from '../test/support/crash';
import { startGateway } from '../test/support/gateway';
import { countUpstream, makeBody, openKeyed, sendKeyed } from '../test/support/keyed-calls';
import { resetSimulator } from '../test/support/simulator';
import { untilAvailable } from '../test/support/until-available';
import { verifyLedger } from '../test/support/verify-ledger';

const patience = { timeoutMs: 60_000 };
const testTimeoutMs = 120_000;
const directory = mkdtempSync(join(tmpdir(), 'idempotent-crash-'));

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  // Answers of one kilobyte are kept, so that a stream is soon too large.
  const environment = { CRASH_POINT_DIR: directory, IDEMPOTENT_ANSWER_KB_MAX: '1' };
  gateway = await startGateway({ environment });
}, testTimeoutMs);
afterAll(async () => {
  await gateway?.end();
  rmSync(directory, { recursive: true, force: true });
});

let bearer = '';
let key = '';
/** In the body of a call, to find it at the provider. */
let word = '';
beforeEach(async () => {
  ({ key: bearer } = await openAccount(gateway));
  [key, word] = [randomUUID(), randomUUID()];
  await resetSimulator(gateway, true);
});

const send = (script: string, isStreaming = false) =>
  sendKeyed(gateway, { bearer, key, body: makeBody(`${word} ${script}`, isStreaming) });

/** The first answer that does not come from a gateway that is away. */
const sendAgain = (script: string, isStreaming = false) =>
  waitUntil(async () => {
    const answer = await send(script, isStreaming).catch(() => undefined);
    return answer === undefined || answer.status >= 500 ? undefined : answer;
  }, patience);

/** Whether a stream of chat has text of this choice. */
const hasContent = (text: string, place: number): boolean =>
  new RegExp(`"index":${place},"delta":\\{[^}]*"content":"[^"]`).test(text);

describe('a relay that is killed in the middle of a call with an Idempotency-Key', () => {
  it(
    'answers a repeated call that the first was interrupted and cost nothing',
    async () => {
      const script = '[[sim:hang_after=3]]';
      const first = send(script, true).catch(() => undefined);
      await waitUntil(async () => (await countUpstream(gateway, word)) === 1, patience);
      await killParts(gateway, 'relay');
      await first;
      for (let time = 0; time < 2; time += 1) {
        const again = await sendAgain(script, true);
        expect([again.status, again.headers.get('x-should-retry')]).toEqual([409, 'false']);
        expect(again.json.error).toMatchObject({
          message: expect.stringContaining('interrupted by a failure of the gateway'),
          metadata: { first_call: 'interrupted', cost: 0 },
        });
        expect(again.json.error.metadata.generation_id).toMatch(/^gen-\w{26}$/);
      }
      expect(await countUpstream(gateway, word)).toBe(1);
      expect((await readSettledCredits(gateway, bearer, 60_000)).usage).toBe(0n);
    },
    testTimeoutMs,
  );

  it(
    'gives up all requests of a stream with several choices, and charges none of them',
    async () => {
      const content = `${word} [[sim:hang_after=3]]`;
      // Translated: the provider gives one choice per request.
      const body = { ...makeBody(content, true), model: 'simulator/claude', n: 3 };
      const stream = await openKeyed(gateway, { bearer, key, body });
      expect(stream.response.status).toBe(200);
      await stream.readUntil((text) => [0, 1, 2].every((place) => hasContent(text, place)));
      await killParts(gateway, 'relay');
      await stream.end();
      const again = await waitUntil(async () => {
        const answer = await sendKeyed(gateway, { bearer, key, body }).catch(() => undefined);
        return answer === undefined || answer.status >= 500 ? undefined : answer;
      }, patience);
      expect([again.status, again.json.error.metadata]).toMatchObject([
        409,
        { first_call: 'interrupted', cost: 0 },
      ]);
      expect(await countUpstream(gateway, word)).toBe(3);
      const { reserved, usage } = await readSettledCredits(gateway, bearer, 60_000);
      expect([reserved, usage]).toEqual([0n, 0n]);
      // Nothing was settled, so there is no record of it either.
      const path = `/v1/generation?id=${again.json.error.metadata.generation_id}`;
      expect((await gateway.call(path, { bearer })).status).toBe(404);
      expect(await verifyLedger(gateway)).toMatchObject({ exitCode: 0 });
    },
    testTimeoutMs,
  );

  it(
    'reports the cost of a call that was charged and whose answer is lost',
    async () => {
      const { relay: before } = gateway.credentials().pids;
      writeFileSync(join(directory, 'relay.recorded'), '');
      const first = await send('').catch(() => undefined);
      expect(first?.status).not.toBe(200);
      await waitUntil(() => gateway.credentials().pids['relay'] !== before, patience);
      const again = await sendAgain('');
      const { usage } = await readSettledCredits(gateway, bearer, 60_000);
      expect(usage).toBeGreaterThan(0n);
      expect(again.json.error.metadata).toMatchObject({
        first_call: 'interrupted',
        cost: nanosToUsdNumber(usage),
      });
      const path = `/v1/generation?id=${again.json.error.metadata.generation_id}`;
      const receipt = await untilAvailable(() => gateway.call(path, { bearer }), 'a receipt');
      expect(receipt.json.data.total_cost).toBe(nanosToUsdNumber(usage));
      expect(await countUpstream(gateway, word)).toBe(1);
    },
    testTimeoutMs,
  );
});

describe('an answer that is too large to be kept', () => {
  it('is sent whole, and a repeated call gets a conflict with its cost', async () => {
    const script = '[[sim:tokens=2000]]';
    const first = await send(script, true);
    expect([first.status, first.text.endsWith('data: [DONE]\n\n')]).toEqual([200, true]);
    const again = await waitUntil(async () => {
      const answer = await send(script, true);
      return answer.json.error.metadata.first_call === 'finished' ? answer : undefined;
    }, patience);
    const { usage } = await readSettledCredits(gateway, bearer);
    expect(again.status).toBe(409);
    expect(again.json.error.metadata).toMatchObject({
      generation_id: first.headers.get('x-generation-id'),
      cost: nanosToUsdNumber(usage),
    });
    expect(await countUpstream(gateway, word)).toBe(1);
  });
});
