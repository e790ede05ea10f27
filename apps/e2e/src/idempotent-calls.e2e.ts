import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { waitUntil } from '@tollgate/testing';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { sendRequest } from '../test/support/api-call';
import { makeAudioForm } from '../test/support/audio-recipes';
import {
  callDialect,
  dialectFaces,
  dialectNames,
  openDialect,
  type DialectRequest,
} from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { countUpstream, isReplay, makeBody, sendKeyed } from '../test/support/keyed-calls';
import { startSecondRelay } from '../test/support/second-relay';
import type { SecondEdge } from '../test/support/second-edge';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const patience = { timeoutMs: 30_000 };
/** Slow enough that a repeated call meets it. */
const slowly = '[[sim:tokens=8,delay_ms=500,chunk_delay_ms=150]]';

let ada: Account;
let second: SecondEdge;
let key = '';
/** In the body of a call, to find it at the provider. */
let word = '';
beforeAll(async () => {
  ada = await openAccount(gateway);
  second = await startSecondRelay(gateway);
});
afterAll(() => second?.stop());
beforeEach(async () => {
  [key, word] = [randomUUID(), randomUUID()];
  await resetSimulator(gateway, true);
});

/** When the provider works on the call. */
const reachProvider = () =>
  waitUntil(async () => (await countUpstream(gateway, word)) === 1, patience);

describe.each(dialectNames)('a call of the dialect %s with an Idempotency-Key', (dialect) => {
  const request = (content: string, changes: Partial<DialectRequest> = {}): DialectRequest => ({
    bearer: ada.key,
    model: 'simulator/chat',
    content: `${word} ${content}`,
    body: dialect === 'messages' ? { max_tokens: 100 } : {},
    call: { headers: { 'idempotency-key': key } },
    ...changes,
  });

  it.each([false, true])('is made and charged once (stream: %p)', async (isStreaming) => {
    const { key: bearer } = await openAccount(gateway);
    const asked = request(slowly, { bearer, isStreaming });
    const first = callDialect(gateway, dialect, asked);
    await reachProvider();
    const others = [gateway, second.gateway].map((at) => callDialect(at, dialect, asked));
    const during = await Promise.all([first, ...others]);
    const answers = [...during, await callDialect(gateway, dialect, asked)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(isReplay)).toEqual([false, true, true, true]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    for (const name of ['content-type', 'content-length', 'x-generation-id'])
      expect(new Set(answers.map(({ headers }) => headers.get(name))).size).toBe(1);
    expect(await countUpstream(gateway, word)).toBe(1);
    const cost = dialectFaces[dialect].readUsages(during[0]).at(-1)?.costNanos;
    expect(cost).toBeGreaterThan(0n);
    expect((await readSettledCredits(gateway, bearer)).usage).toBe(cost);
  });

  it('is followed while it runs, and lives on when its first client leaves', async () => {
    const asked = request('[[sim:hang_after=3]]', { isStreaming: true });
    const first = await openDialect(gateway, dialect, asked);
    const readers = [first, await openDialect(second.gateway, dialect, asked)].map(readSome);
    // The provider sends nothing more: what has come was not kept back until the end.
    for (const { seen } of readers) expect(await seen).toMatch(/data: \S/);
    await readers[0]?.leave();
    expect((await readSimulatedCalls(gateway)).inFlight).toBe(1);
    await readers[1]?.leave();
    expect(await countUpstream(gateway, word)).toBe(1);
  });

  it('is refused with another body', async () => {
    await callDialect(gateway, dialect, request('one'));
    const other = await callDialect(gateway, dialect, request('two'));
    expect([other.status, other.headers.get('x-should-retry')]).toEqual([409, 'false']);
    expect(JSON.stringify(other.json)).toContain('This Idempotency-Key was used with another');
    expect(await countUpstream(gateway, word)).toBe(1);
  });
});

/** Reads until some content has come. */
function readSome(response: Response) {
  const reader = response.body?.getReader();
  const read = async (): Promise<string> => {
    let text = '';
    while (reader !== undefined && (text.match(/data: /g)?.length ?? 0) < 3) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += Buffer.from(value).toString();
    }
    return text;
  };
  return { seen: read(), leave: async () => reader?.cancel() };
}

describe('a call with an Idempotency-Key that fails', () => {
  it.each(['[[sim:status=500]]', '[[sim:status=429]]'])(
    'is free to run again: %s',
    async (script) => {
      const { key: bearer } = ada;
      const failing = { bearer, key, body: makeBody(`${word} ${script}`) };
      const failed = await sendKeyed(gateway, failing);
      expect(failed.status).toBeGreaterThanOrEqual(429);
      const again = await sendKeyed(gateway, { ...failing, body: makeBody('Hello') });
      expect([again.status, isReplay(again)]).toEqual([200, false]);
    },
  );

  it('for lack of credit runs after a top-up', async () => {
    const { key: bearer, userId } = await openAccount(gateway, { creditUsd: 0 });
    const call = { bearer, key, body: makeBody(word) };
    expect((await sendKeyed(gateway, call)).status).toBe(402);
    const body = { userId, amountUsd: 1, reason: 'test' };
    await gateway.operate('/api/admin/credits/grants', { body });
    await waitUntil(async () => (await sendKeyed(gateway, call)).status === 200, patience);
    expect(isReplay(await sendKeyed(gateway, call))).toBe(true);
  });

  it('by its key says what a key looks like', async () => {
    const bad = await sendKeyed(gateway, {
      bearer: ada.key,
      key: 'x'.repeat(129),
      body: makeBody(''),
    });
    expect(bad.status).toBe(400);
    expect(bad.json.error).toMatchObject({
      message: 'Idempotency-Key must have 1 to 128 printable characters',
      param: 'Idempotency-Key',
    });
  });
});

describe('the OpenAI SDK', () => {
  it('gets the answer of its first attempt after it gave up waiting', async () => {
    const client = new OpenAI({
      apiKey: ada.key,
      baseURL: `${gateway.baseUrl}/v1`,
      timeout: 1_500,
      maxRetries: 3,
    });
    const messages = [{ role: 'user', content: `${word} [[sim:delay_ms=2500]]` }] as const;
    const answer = await client.chat.completions
      .create(
        { model: 'simulator/chat', messages: [...messages] },
        { headers: { 'Idempotency-Key': key } },
      )
      .withResponse();
    expect(answer.response.headers.get('idempotent-replayed')).toBe('true');
    expect(answer.data.choices[0]?.message.content).toBeTruthy();
    expect(await countUpstream(gateway, word)).toBe(1);
  });
});

describe('other routes', () => {
  const script = '[[sim:delay_ms=300]]';
  it.each([
    ['/v1/embeddings', () => ({ model: 'simulator/embed', input: `${word} ${script}` })],
    ['/v1/completions', () => ({ model: 'simulator/instruct', prompt: `${word} ${script}` })],
    ['/v1/rerank', () => ({ model: 'simulator/rerank', query: word, documents: ['a', 'b'] })],
    ['/v1/moderations', () => ({ model: 'simulator/moderation', input: word })],
    ['/v1/images/generations', () => ({ model: 'simulator/image', prompt: word })],
    [
      '/v1/audio/speech',
      () => ({ model: 'simulator/speech', voice: 'alloy', input: word, response_format: 'wav' }),
    ],
  ])('%s answers a pair once', async (path, makeRequest) => {
    const call = { bearer: ada.key, key, path, body: makeRequest() };
    const [left, right] = await Promise.all([sendKeyed(gateway, call), sendKeyed(gateway, call)]);
    const again = await sendKeyed(second.gateway, call);
    expect([left.status, right.status, again.status]).toEqual([200, 200, 200]);
    expect([isReplay(left), isReplay(right)].filter(Boolean)).toHaveLength(1);
    expect([right.text, again.text]).toEqual([left.text, left.text]);
    expect(await countUpstream(gateway, word)).toBe(1);
  });

  it('/v1/audio/transcriptions compares forms by their contents', async () => {
    const url = `${gateway.baseUrl}/v1/audio/transcriptions`;
    const send = async (seconds: number) => {
      const headers = { 'idempotency-key': key };
      const response = await sendRequest(url, {
        bearer: ada.key,
        body: makeAudioForm(seconds, { prompt: word }),
        headers,
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const first = await send(1);
    const again = await send(1);
    expect([first.status, isReplay(again), again.text]).toEqual([200, true, first.text]);
    expect((await send(2)).status).toBe(409);
  });
});
