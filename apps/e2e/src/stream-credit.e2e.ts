import { waitUntil } from '@tollgate/testing';
import {
  grantCredit,
  openAccount,
  readCredits,
  readSettledCredits,
  type Account,
} from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { chat, openChat, parseFrames, type ChatAnswer } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';

const gateway = getSharedGateway();
const model = 'long/chat';
/** A tenth of a cent for a token: the floor of 1,024 tokens is $1.024, all 8,000 are $8. */
const prices = { prompt: '0', completion: '1000' };
const dollar = 1_000_000_000n;

/** A hundredth of it: what is cut there is within the goodwill allowance. */
const cheapModel = 'cheap/chat';
const cheapPrices = { prompt: '0', completion: '10' };

beforeAll(async () => {
  await addModel(gateway, { id: model, prices });
  await addModel(gateway, { id: cheapModel, prices: cheapPrices });
});

function stream(
  { key }: Account,
  script: string,
  maxTokens = 8_000,
  id = model,
): Promise<ChatAnswer> {
  return chat(gateway, {
    bearer: key,
    content: `[[sim:${script}]]`,
    isStreaming: true,
    body: { model: id, max_tokens: maxTokens },
  });
}

describe('a stream on a small balance', () => {
  it('may begin when its first 1,024 tokens are covered, and not below', async () => {
    const account = await openAccount(gateway, { creditUsd: 1.03 });
    const answer = await stream(account, 'tokens=50');
    expect(answer.status).toBe(200);
    expect(answer.costNanos).toBe(dollar / 20n);
    await readSettledCredits(gateway, account.key);
    const refused = await stream(account, 'tokens=5');
    expect(refused.status).toBe(402);
    expect(refused.error).toMatchObject({ code: 'insufficient_credits' });
  });

  it('ends with a frame that says so when the credit runs out, free within the goodwill', async () => {
    const account = await openAccount(gateway, { creditUsd: 0.011 });
    const answer = await stream(account, 'tokens=3000', 8_000, cheapModel);
    expect(answer.status).toBe(200);
    expect(answer.error).toMatchObject({ code: 'insufficient_credits', type: 'billing_error' });
    expect(answer.isDone).toBe(true);
    expect(answer.costNanos).toBeUndefined();
    expect(answer.frames.length).toBeGreaterThan(100);
    const credits = await readSettledCredits(gateway, account.key);
    expect(credits).toMatchObject({ usage: 0n, available: (11n * dollar) / 1_000n });
  });

  it('gets no second gift: for a while its whole worst case must be covered', async () => {
    const account = await openAccount(gateway, { creditUsd: 0.011 });
    await stream(account, 'tokens=3000', 8_000, cheapModel);
    await readSettledCredits(gateway, account.key);
    const refused = await stream(account, 'tokens=5', 8_000, cheapModel);
    expect(refused.status).toBe(402);
    const covered = await stream(account, 'tokens=5', 1_000, cheapModel);
    expect(covered.costNanos).toBe(dollar / 20_000n);
  });

  it('goes on when money comes in while it runs, and pays for all of it', async () => {
    const account = await openAccount(gateway, { creditUsd: 1.1 });
    const response = await openChat(gateway, {
      bearer: account.key,
      content: '[[sim:tokens=2000,chunk_delay_ms=4]]',
      isStreaming: true,
      body: { model, max_tokens: 8_000 },
    });
    const isUsedUp = async () => (await readCredits(gateway, account.key)).available === 0n;
    await waitUntil(isUsedUp, { timeoutMs: 30_000, pollMs: 10, what: 'a credit that is held' });
    await grantCredit(gateway, account.userId, 20);
    const { frames, isDone } = parseFrames(await response.text());
    expect(isDone).toBe(true);
    expect(frames.find((frame) => frame.error !== undefined)).toBeUndefined();
    const credits = await readSettledCredits(gateway, account.key);
    expect(credits.usage).toBe(2n * dollar);
  });
});

describe('an estimate', () => {
  it('shows what a call would reserve and whether it would pass, and costs nothing', async () => {
    const account = await openAccount(gateway, { creditUsd: 1.1 });
    const messages = [{ role: 'user', content: 'Hello' }];
    const ask = (body: object) =>
      gateway.call('/v1/estimate', { bearer: account.key, body: { model, messages, ...body } });
    const plain = await ask({ endpoint: 'chat', max_tokens: 1_000 });
    expect(plain.json).toMatchObject({ model, reserve: 1, would: 'admit' });
    const dear = await ask({ endpoint: 'chat', max_tokens: 2_000 });
    expect(dear.json).toMatchObject({ reserve: 2, would: '402 insufficient_credits' });
    const streamed = await ask({ endpoint: 'chat', max_tokens: 2_000, stream: true });
    expect(streamed.json).toMatchObject({ reserve: 2, would: 'admit' });
    expect((await ask({ endpoint: 'telepathy' })).status).toBe(400);
    const credits = await readCredits(gateway, account.key);
    expect(credits).toMatchObject({ reserved: 0n, usage: 0n });
  });
});
