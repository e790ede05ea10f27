import { openAccount, readSettledCredits } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import { chat } from '../test/support/chat';
import { callDialect, dialectFaces } from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { listLimits } from '../test/support/list-limits';
import { protocolModels } from '../test/support/protocol-models';
import { readGeneration } from '../test/support/read-generation';
import { readLogOf } from '../test/support/read-log';
import { readRelayCounter } from '../test/support/read-metric';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const excessMetric = 'tollgate_charge_above_reserve_total';
/** A tenth of a cent for a token: 8,192 tokens are $8.192, all 60,000 are $60. */
const document = {
  prices: { prompt: '0', completion: '1000' },
  maxCompletionTokens: 60_000,
  thinking: { mode: 'optional', default: false },
};
const model = 'endless-openai/chat';
const dollar = 1_000_000_000n;
/** Longer than any limit of these tests. */
const content = '[[sim:tokens=50000]]';

beforeAll(async () => {
  await Promise.all([
    ...protocolModels.map(([protocol]) =>
      addModel(gateway, { id: `endless-${protocol}/chat`, protocol, document }),
    ),
    addModel(gateway, { id: 'family/gpt', document: { ...document, family: 'openai' } }),
    addModel(gateway, { id: 'unknown/chat', prices: document.prices }),
  ]);
});
beforeEach(() => resetSimulator(gateway, true));
afterEach(async () => {
  // Another suite has a provider that reports more seconds than it was sent.
  const logged = readLogOf(gateway, 'relay', 'charge above its hold');
  expect(logged.filter((line) => line.model !== 'simulator/transcription')).toEqual([]);
  expect(await readRelayCounter(gateway, excessMetric)).toBe(logged.length);
});

async function readSent(): Promise<Json> {
  const { calls } = await readSimulatedCalls(gateway);
  expect(calls).toHaveLength(1);
  return JSON.parse(calls[0]?.request?.body ?? 'null');
}

describe('a plain call that names no output limit', () => {
  const cases = (['chat', 'responses'] as const).flatMap((dialect) =>
    protocolModels.map(([protocol]) => [dialect, protocol] as const),
  );

  it.each(cases)('on %s over %s ends where its hold does', async (dialect, protocol) => {
    const { key } = await openAccount(gateway, { creditUsd: 150 });
    const id = `endless-${protocol}/chat`;
    const answer = await callDialect(gateway, dialect, { bearer: key, model: id, content });
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    // Claude's protocols are sent 8,192 in any case.
    const tokens = protocol === 'anthropic' || protocol === 'bedrock' ? 8_192 : 15_000;
    expect(listLimits(await readSent())).toEqual([tokens]);
    const [usage] = dialectFaces[dialect].readUsages(answer);
    expect(usage).toMatchObject({ output: tokens, costNanos: (BigInt(tokens) * dollar) / 1_000n });
    const reason =
      dialect === 'chat' ? answer.json.choices[0].finish_reason : answer.json.incomplete_details;
    expect(reason).toEqual(dialect === 'chat' ? 'length' : { reason: 'max_output_tokens' });
  });

  it('is sent as it came where a tenth of the balance covers the maximum', async () => {
    const { key } = await openAccount(gateway, { creditUsd: 700 });
    const answer = await chat(gateway, { bearer: key, content, body: { model } });
    expect(answer.costNanos).toBe(50n * dollar);
    expect(listLimits(await readSent())).toEqual([]);
  });

  it('holds at least the price of 8,192 tokens, and is 402 below it', async () => {
    const account = await openAccount(gateway, { creditUsd: 8.2 });
    const answer = await chat(gateway, { bearer: account.key, content, body: { model } });
    expect(answer.costNanos).toBe((8_192n * dollar) / 1_000n);
    expect((await readSettledCredits(gateway, account.key)).available).toBe(dollar / 125n);
    const { key } = await openAccount(gateway, { creditUsd: 8.1 });
    const refused = await chat(gateway, { bearer: key, content, body: { model } });
    expect([refused.status, refused.error.code]).toEqual([402, 'insufficient_credits']);
    expect(refused.error.metadata).toMatchObject({ available: 8.1, required: 8.192 });
  });

  it('counts the cap of its key as free, too', async () => {
    const keySettings = { limit: 120, limit_reset: 'monthly' };
    const { key } = await openAccount(gateway, { creditUsd: 700, keySettings });
    const answer = await chat(gateway, { bearer: key, content, body: { model } });
    expect([answer.status, answer.error]).toEqual([200, undefined]);
    expect(listLimits(await readSent())).toEqual([12_000]);
  });

  it('is limited for each choice, and for its thoughts together with its text', async () => {
    const { key } = await openAccount(gateway, { creditUsd: 200 });
    const two = await chat(gateway, { bearer: key, content, body: { model, n: 2 } });
    expect(two.costNanos).toBe(20n * dollar);
    expect(listLimits(await readSent())).toEqual([10_000]);
    await resetSimulator(gateway, true);
    const thinking = await chat(gateway, {
      bearer: key,
      content: '[[sim:reasoning=15000,tokens=9000]]',
      body: { model, reasoning: { effort: 'high' } },
    });
    expect(thinking.costNanos).toBe(18n * dollar);
    expect(listLimits(await readSent())).toEqual([18_000]);
  });

  it('is limited in the newer field for models of OpenAI', async () => {
    const { key } = await openAccount(gateway, { creditUsd: 150 });
    await chat(gateway, { bearer: key, content, body: { model: 'family/gpt' } });
    expect(await readSent()).toMatchObject({ max_completion_tokens: 15_000 });
  });

  it('gets 8,192 tokens of a model whose maximum is unknown', async () => {
    const { key } = await openAccount(gateway, { creditUsd: 700 });
    const body = { model: 'unknown/chat' };
    const answer = await chat(gateway, { bearer: key, content, body });
    expect(answer.costNanos).toBe((8_192n * dollar) / 1_000n);
    expect(await readSent()).toMatchObject({ max_tokens: 8_192 });
  });

  it('is estimated with the hold that it would get', async () => {
    const { key } = await openAccount(gateway, { creditUsd: 150 });
    const body = { endpoint: 'chat', model, messages: [{ role: 'user', content }] };
    const { json } = await gateway.call('/v1/estimate', { bearer: key, body });
    expect(json).toMatchObject({ reserve: 15, would: 'admit' });
  });
});

describe('a stream that names no output limit', () => {
  it.each(['endless-openai/chat', 'unknown/chat'])(
    'of %s extends its hold beyond 8,192 tokens',
    async (id) => {
      const account = await openAccount(gateway, { creditUsd: 60 });
      const answer = await chat(gateway, {
        bearer: account.key,
        content: '[[sim:tokens=20000]]',
        isStreaming: true,
        body: { model: id },
      });
      expect(answer.error).toBeUndefined();
      expect(answer.costNanos).toBe(20n * dollar);
      expect(listLimits(await readSent())).toEqual([]);
      const { total_cost: cost } = await readGeneration(gateway, answer, account);
      expect(cost).toBe(20);
    },
  );
});
