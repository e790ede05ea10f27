import { usdNumberToNanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import {
  openAccount,
  readCredits,
  readSettledCredits,
  type Account,
} from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import { openChat, simulatorModel } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { startProvider, type TestProvider } from '../test/support/provider';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
let account: Account;

beforeEach(async () => {
  account = await openAccount(gateway);
  await resetSimulator(gateway);
});

/** Opens a stream, reads until the text has come so often, and goes away. */
async function leaveAfter(
  content: string,
  text: string,
  times: number,
  model = simulatorModel,
): Promise<string> {
  const response = await openChat(gateway, {
    bearer: account.key,
    content,
    isStreaming: true,
    body: { model },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  while (seen.split(text).length - 1 < times) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    if (done) throw new Error('the stream ended before the client left');
    seen += value;
  }
  await reader?.cancel();
  return response.headers.get('x-generation-id') ?? '';
}

function readReceipt(generationId: string): Promise<Json> {
  return waitUntil(
    async () => {
      const receipt = await gateway.call(`/v1/generation?id=${generationId}`, {
        bearer: account.key,
      });
      return receipt.status === 200 ? receipt.json.data : undefined;
    },
    { timeoutMs: 30_000, what: 'the generation record' },
  );
}

const waitForCancelled = (count: number): Promise<unknown> =>
  waitUntil(async () => (await readSimulatedCalls(gateway)).cancelled === count, {
    timeoutMs: 1_000,
    what: 'the end of the call at the provider',
  });

describe('a client that leaves', () => {
  it.each([1, 2, 5])(
    'a stream at chunk %d: the provider is stopped within a second and nothing is charged',
    async (chunk) => {
      const generationId = await leaveAfter(
        '[[sim:tokens=200,chunk_delay_ms=50]]',
        'data: ',
        chunk,
      );
      await waitForCancelled(1);
      expect((await readSimulatedCalls(gateway)).inFlight).toBe(0);
      await waitUntil(async () => (await readCredits(gateway, account.key)).reserved === 0n, {
        timeoutMs: 1_000,
        what: 'the release of the hold',
      });
      expect((await readCredits(gateway, account.key)).usage).toBe(0n);
      expect(await readReceipt(generationId)).toMatchObject({
        cancelled: true,
        total_cost: 0,
        billing_outcome: 'refunded_cancel',
      });
    },
  );

  it('before a plain answer came: the provider is stopped and nothing is charged', async () => {
    const controller = new AbortController();
    const answer = fetch(`${gateway.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}` },
      body: JSON.stringify({
        model: simulatorModel,
        messages: [{ role: 'user', content: '[[sim:delay_ms=2500]]' }],
      }),
      signal: controller.signal,
    });
    await waitUntil(async () => (await readSimulatedCalls(gateway)).inFlight === 1, {
      timeoutMs: 2_000,
      what: 'the call at the provider',
    });
    controller.abort();
    await expect(answer).rejects.toThrow('aborted');
    await waitForCancelled(1);
    expect((await readSettledCredits(gateway, account.key)).usage).toBe(0n);
  });

  it('with many others: every hold is released, and no caller pays', async () => {
    const leaving = Array.from({ length: 40 }, () =>
      leaveAfter('[[sim:tokens=500,chunk_delay_ms=20]]', 'data: ', 3),
    );
    await Promise.all(leaving);
    await waitForCancelled(40);
    const credits = await readSettledCredits(gateway, account.key);
    expect(credits.usage).toBe(0n);
  });
});

describe('a client that disconnects after the provider sent its usage', () => {
  let provider: TestProvider;
  const usage = { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 };

  /** Sends everything but the end of the stream. */
  beforeAll(async () => {
    const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
    const chunk = (choice: object, more = {}): string =>
      frame({
        id: 'x',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, ...choice }],
        ...more,
      });
    provider = await startProvider((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null }));
      response.write(chunk({ delta: { content: 'all of it' }, finish_reason: null }));
      response.write(chunk({ delta: {}, finish_reason: 'stop' }));
      response.write(frame({ id: 'x', object: 'chat.completion.chunk', choices: [], usage }));
    });
    await addModel(gateway, { id: 'endless/chat', baseUrl: provider.url });
  });
  afterAll(() => provider.stop());

  it('pays for the call, once', async () => {
    const generationId = await leaveAfter('Hello', 'all of it', 1, 'endless/chat');
    const expected = 11n * 500n + 3n * 1_500n;
    const receipt = await readReceipt(generationId);
    expect(receipt).toMatchObject({ cancelled: true, billing_outcome: 'charged' });
    expect(usdNumberToNanos(receipt.total_cost)).toBe(expected);
    expect((await readSettledCredits(gateway, account.key)).usage).toBe(expected);
  });

  it('at any moment of its end pays all or nothing, as its receipt says', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        leaveAfter(`[[sim:tokens=${1 + (index % 3)}]]`, 'data: ', 1 + (index % 4)),
      ),
    );
    let charged = 0n;
    for (const id of ids) {
      const receipt = await readReceipt(id);
      expect(['charged', 'refunded_cancel']).toContain(receipt.billing_outcome);
      const cost = usdNumberToNanos(receipt.total_cost);
      expect(cost > 0n).toBe(receipt.billing_outcome === 'charged');
      charged += cost;
    }
    expect((await readSettledCredits(gateway, account.key)).usage).toBe(charged);
  });
});
