import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import { chat, openChat } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';
import { verifyLedger } from '../test/support/verify-ledger';

const gateway = getSharedGateway();
const model = 'gift/stream';
/** A tenth of a cent for a token, so that a few hundred are worth more than the allowance. */
const prices = { prompt: '0', completion: '1000' };
const dollar = 1_000_000_000n;

beforeAll(() => addModel(gateway, { id: model, prices }));

/** Opens a stream, reads so many chunks, and goes away. */
async function leave({ key }: Account, chunks: number): Promise<string> {
  const response = await openChat(gateway, {
    bearer: key,
    content: '[[sim:tokens=2000,chunk_delay_ms=10]]',
    isStreaming: true,
    body: { model, max_tokens: 2_000 },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = 0;
  while (seen < chunks) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) throw new Error('the stream ended before the client left');
    seen += (value ?? '').split('data: ').length - 1;
  }
  await reader?.cancel();
  return response.headers.get('x-generation-id') ?? '';
}

async function readGoodwill({ key }: Account): Promise<Json> {
  return (await gateway.call('/v1/credits', { bearer: key })).json.data.goodwill;
}

describe('the goodwill allowance', () => {
  it('covers a cancelled stream up to 5 cents for a wallet without paid credit', async () => {
    const account = await openAccount(gateway);
    expect(await readGoodwill(account)).toEqual({ limit: 0.05, used: 0, resets_at: null });
    const record = await readGeneration(
      gateway,
      { generationId: await leave(account, 8) },
      account,
    );
    expect(record).toMatchObject({
      billing_outcome: 'refunded_cancel',
      estimated: false,
      total_cost: 0,
    });
    expect((await readSettledCredits(gateway, account.key)).usage).toBe(0n);
    const { resets_at: resetsAt, used } = await readGoodwill(account);
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThanOrEqual(0.05);
    expect(Date.parse(resetsAt)).toBeGreaterThan(Date.now());
  });

  it('beyond it a cancelled stream costs its estimate, and the record says so', async () => {
    const account = await openAccount(gateway);
    const generationId = await leave(account, 100);
    const record = await readGeneration(gateway, { generationId }, account);
    expect(record).toMatchObject({
      billing_outcome: 'charged_cancel',
      estimated: true,
      cancelled: true,
      reserved: 2,
    });
    expect(record.total_cost).toBeGreaterThan(0.05);
    expect(record.total_cost).toBeLessThanOrEqual(2);
    const { reserved, usage } = await readSettledCredits(gateway, account.key);
    expect([Number(usage) / Number(dollar), reserved]).toEqual([record.total_cost, 0n]);
    expect(await readGoodwill(account)).toMatchObject({ limit: 0.05, used: 0 });
  });

  it('is not passed by streams that end at the same moment', async () => {
    const account = await openAccount(gateway);
    const ids = await Promise.all(Array.from({ length: 6 }, () => leave(account, 15)));
    const records: Json[] = [];
    for (const generationId of ids)
      records.push(await readGeneration(gateway, { generationId }, account));
    const outcomes = records.map((record) => record.billing_outcome as string);
    expect(outcomes).toContain('charged_cancel');
    expect((await readGoodwill(account)).used).toBeLessThanOrEqual(0.05);
    expect((await verifyLedger(gateway)).exitCode).toBe(0);
  });

  it('is shown to a caller whose stream ran out of credit, and in later refusals', async () => {
    const account = await openAccount(gateway, { creditUsd: 1.1 });
    const body = { model, max_tokens: 8_000 };
    const content = '[[sim:tokens=3000]]';
    const cut = await chat(gateway, { bearer: account.key, content, isStreaming: true, body });
    expect(cut.error).toMatchObject({
      code: 'insufficient_credits',
      metadata: { goodwill: { limit: 0.05, used: 0 } },
    });
    const record = await readGeneration(gateway, cut, account);
    expect(record).toMatchObject({ billing_outcome: 'charged_cancel', estimated: true });
    expect(record.total_cost).toBeLessThanOrEqual(1.1);
    const small = await openAccount(gateway, { creditUsd: 1.1 });
    await leave(small, 8);
    await readSettledCredits(gateway, small.key);
    const refused = await chat(gateway, { bearer: small.key, content, body });
    expect(refused.status).toBe(402);
    expect(refused.error.metadata.goodwill).toMatchObject({ limit: 0.05 });
  });

  it('does not count what the provider failed at', async () => {
    const account = await openAccount(gateway);
    await chat(gateway, {
      bearer: account.key,
      content: '[[sim:tokens=500,cut_after=200]]',
      isStreaming: true,
      body: { model, max_tokens: 2_000 },
    });
    const { usage } = await readSettledCredits(gateway, account.key);
    expect([usage, (await readGoodwill(account)).used]).toEqual([0n, 0]);
  });
});
