import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import {
  callDialect,
  dialectFaces,
  dialectNames,
  type DialectAnswer,
  type DialectName,
} from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { protocolModels } from '../test/support/protocol-models';
import { startProvider } from '../test/support/provider';

const gateway = getSharedGateway();
const pairs = dialectNames.flatMap((dialect) =>
  protocolModels.map(([protocol, model]) => [dialect, protocol, model] as const),
);

/** Both ends of this key would show in what a provider says about it. */
const providerKey = 'Qz7canaryhead-0123456789-tailcanary9Xw';
const keyPieces = [providerKey.slice(0, 8), providerKey.slice(-4), 'canary'];
const refusedModel = (protocol: string): string => `refused-${protocol}/chat`;

beforeAll(async () => {
  for (const [protocol] of protocolModels) {
    await addModel(gateway, { id: refusedModel(protocol), protocol, apiKey: providerKey });
  }
});

/** What must hold of every stream that failed after its status line, besides its one error. */
const terminalRules: Readonly<Record<DialectName, (answer: DialectAnswer) => void>> = {
  chat: ({ events, headers }) => {
    const [failed, done] = events.slice(-2);
    expect(failed?.data).toEqual({
      error: expect.objectContaining({
        code: 'upstream_unavailable',
        type: 'api_error',
        metadata: { generation_id: headers.get('x-generation-id') },
      }),
    });
    expect(done?.data).toBe('[DONE]');
    expect(events.filter(({ data }) => data === '[DONE]')).toHaveLength(1);
    expect(events.filter(({ data }) => data.usage !== undefined)).toEqual([]);
  },
  responses: ({ events, headers, text }) => {
    expect(text).not.toContain('[DONE]');
    expect(events.map(({ data }) => data.sequence_number)).toEqual(events.map((_, index) => index));
    const last = events.at(-1);
    if (events.length === 1) {
      // Nothing had come yet: there is no response that could have failed.
      expect(last).toMatchObject({ name: 'error', data: { code: 'server_error', param: null } });
      return;
    }
    expect(events.slice(0, 2).map(({ name }) => name)).toEqual([
      'response.created',
      'response.in_progress',
    ]);
    const ulid = headers.get('x-generation-id')?.slice('gen-'.length) ?? '';
    expect(last?.name).toBe('response.failed');
    expect(last?.data.response).toMatchObject({
      id: `resp_${ulid}`,
      status: 'failed',
      usage: null,
      error: { code: 'server_error', type: 'api_error' },
      error_code: 'upstream_unavailable',
    });
  },
  messages: ({ events, headers }) => {
    expect(events.at(-1)).toEqual({
      name: 'error',
      data: {
        type: 'error',
        error: expect.objectContaining({ type: 'api_error', code: 'upstream_unavailable' }),
        request_id: headers.get('x-request-id'),
      },
    });
    const names = events.map(({ name }) => name);
    expect(names).not.toContain('message_stop');
    expect(names).not.toContain('message_delta');
  },
};

function expectFailedStream(dialect: DialectName, answer: DialectAnswer): void {
  expect(answer.status).toBe(200);
  expect(dialectFaces[dialect].readErrors(answer.events)).toHaveLength(1);
  expect(dialectFaces[dialect].readUsages(answer)).toEqual([]);
  terminalRules[dialect](answer);
}

/** A status of its own, in the words of the dialect. */
function expectRefusal(
  dialect: DialectName,
  { headers, json, status }: DialectAnswer,
  expected: { readonly status: number; readonly code: string; readonly type: string },
): void {
  const { code, type } = expected;
  expect(status).toBe(expected.status);
  expect(headers.get('content-type')).toContain('application/json');
  expect(json.error).toMatchObject({ code, type, message: expect.any(String) });
  const requestId = headers.get('x-request-id');
  if (dialect !== 'messages') {
    expect(Object.keys(json)).toEqual(['error']);
    expect(json.error.metadata).toEqual({ request_id: requestId });
    return;
  }
  expect(Object.keys(json).sort()).toEqual(['error', 'request_id', 'type']);
  expect(json).toMatchObject({ type: 'error', request_id: requestId });
}

describe.each(pairs)('a %s stream over the %s protocol', (dialect, protocol, model) => {
  const face = dialectFaces[dialect];
  let account: Account;
  let paidNanos = 0n;

  beforeAll(async () => {
    account = await openAccount(gateway);
  });
  // In every case nothing stays reserved, and only the reported cost was charged.
  afterEach(async () => {
    const { reserved, usage } = await readSettledCredits(gateway, account.key, 2_000);
    expect({ reserved, usage }).toEqual({ reserved: 0n, usage: paidNanos });
  });

  async function stream(script: string, more: { model?: string; text?: string } = {}) {
    const answer = await callDialect(gateway, dialect, {
      bearer: account.key,
      model: more.model ?? model,
      content: `${more.text ?? 'Hello'} [[sim:${script}]]`,
      isStreaming: true,
    });
    for (const { costNanos } of face.readUsages(answer)) paidNanos += costNanos;
    return answer;
  }

  it.each(['cut_after=2', 'error_after=2', 'cut_after=2,chunk_delay_ms=20'])(
    'that breaks off after content (%s) fails once, in its own form',
    async (script) => {
      const answer = await stream(script);
      expectFailedStream(dialect, answer);
      expect(face.readText(answer)).toBe('The gate');
      if (dialect === 'responses') expect(answer.events.at(-1)?.name).toBe('response.failed');
    },
  );

  it.each(['bad_sse', 'huge_event', 'error_after=0', 'cut_after=0,chunk_delay_ms=20'])(
    'that fails before its first content (%s) fails once, in its own form',
    async (script) => {
      const answer = await stream(script);
      // Gemini has no event before its content: a cut there is an answer that never began.
      if (answer.status === 200) expectFailedStream(dialect, answer);
      else {
        const refusal = { status: 502, code: 'upstream_unavailable', type: 'api_error' };
        expectRefusal(dialect, answer, refusal);
        expect([protocol, script]).toEqual(['gemini', 'cut_after=0,chunk_delay_ms=20']);
      }
      expect(face.readText({ ...answer, json: undefined })).toBe('');
    },
  );

  it.each(['negative', 'fraction', 'string', 'huge', 'nan'])(
    'whose provider claims an impossible usage (%s) fails after its text',
    async (fault) => {
      const answer = await stream(`tokens=3,bad_usage=${fault}`);
      expectFailedStream(dialect, answer);
      // Where every chunk has a usage, the first one is no JSON at all.
      const isTold = !(protocol === 'gemini' && fault === 'nan');
      expect(face.readText(answer)).toBe(isTold ? 'The gate opens' : '');
    },
  );

  it('without a word in it fails, unless its provider ended it in good order', async () => {
    const answer = await stream('empty_choices');
    // Without a choice or a candidate there is nothing that could have ended.
    if (protocol === 'openai' || protocol === 'gemini') {
      expectFailedStream(dialect, answer);
      return;
    }
    expect(face.readErrors(answer.events)).toEqual([]);
    expect(face.readText(answer)).toBe('');
    expect(face.readUsages(answer)).toHaveLength(1);
  });

  it.each(['no_usage', 'zero_usage'])(
    'without a usage (%s) ends well and costs nothing',
    async (script) => {
      const answer = await stream(`tokens=3,${script}`);
      expect(face.readErrors(answer.events)).toEqual([]);
      expect(face.readText(answer)).toBe('The gate opens');
      expect(face.readUsages(answer)).toEqual([{ input: 0, output: 0, costNanos: 0n }]);
    },
  );

  it('that sends its usage twice has one, the last', async () => {
    const answer = await stream('tokens=3,usage_twice');
    expect(face.readUsages(answer)).toEqual([
      { input: expect.any(Number), output: 3, costNanos: expect.any(BigInt) },
    ]);
    const once = await stream('tokens=3,usage_once_');
    expect(face.readUsages(answer)).toEqual(face.readUsages(once));
    expect(face.readUsages(answer)[0]?.costNanos).toBeGreaterThan(0n);
  });

  it.each([
    ['status=500', 502, 'upstream_unavailable', 'api_error'],
    ['status=503', 502, 'upstream_unavailable', 'api_error'],
    ['status=400', 400, 'unknown_4xx', 'invalid_request_error'],
    ['status=400,code=context_length_exceeded', 400, 'context_too_long', 'invalid_request_error'],
  ])('refused by its provider (%s) has a status: %d %s', async (script, status, code, type) => {
    expectRefusal(dialect, await stream(script), { status, code, type });
  });

  it('of a provider that limits its rate says when to retry', async () => {
    const answer = await stream('status=429,retry_after=11');
    expectRefusal(dialect, answer, {
      status: 429,
      code: 'upstream_rate_limited',
      type: 'rate_limit_error',
    });
    expect(answer.headers.get('retry-after')).toBe('11');
  });

  it('of a provider that refuses our key shows no piece of it', async () => {
    const answer = await stream('status=401', { model: refusedModel(protocol) });
    expectRefusal(dialect, answer, {
      status: 502,
      code: 'upstream_auth_failed',
      type: 'api_error',
    });
    const shown = answer.text + JSON.stringify([...answer.headers]);
    for (const piece of keyPieces) expect(shown).not.toContain(piece);
  });

  it.each([1, 3])('torn into pieces of %d bytes is the same stream', async (bytes) => {
    // Letters of two, three and four bytes.
    const text = 'Grüße, 世界 🌍';
    const answer = await stream(`echo,slice_bytes=${bytes}`, { text });
    expect(face.readErrors(answer.events)).toEqual([]);
    expect(face.readText(answer)).toBe(`${text} [[sim:echo,slice_bytes=${bytes}]]`);
    expect(face.readUsages(answer)).toHaveLength(1);
  });
});

/** A chunk of Chat Completions with so many words. */
const chunk = (delta: object): string => {
  const choices = [{ index: 0, delta, finish_reason: null }];
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices })}\n\n`;
};
const opening = chunk({ role: 'assistant', content: '' });

describe.each(dialectNames)('a %s stream whose provider', (dialect) => {
  /** A call of a provider with this answer. */
  async function askProvider(
    name: string,
    answer: Parameters<typeof startProvider>[0],
  ): Promise<DialectAnswer> {
    const provider = await startProvider(answer);
    const model = `${name}-${dialect}/chat`;
    await addModel(gateway, { id: model, baseUrl: provider.url, apiKey: providerKey });
    const { key } = await openAccount(gateway);
    const told = await callDialect(gateway, dialect, { bearer: key, model, isStreaming: true });
    provider.stop();
    expect((await readSettledCredits(gateway, key)).usage).toBe(0n);
    return told;
  }

  it('turns to garbage in the same packet as its first words keeps the words', async () => {
    const answer = await askProvider('garbage', (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const words = chunk({ content: 'some' }) + chunk({ content: ' words' });
      response.end(`${opening}${words}data: {"cho\n\n`);
    });
    expectFailedStream(dialect, answer);
    expect(dialectFaces[dialect].readText(answer)).toBe('some words');
  });

  it('repeats our key when it refuses shows no piece of it', async () => {
    const message = `The key ${providerKey} may not use this; so says ${providerKey}`;
    const plain = await askProvider('plain-echo', (response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message } }));
    });
    expect([plain.status, plain.json.error.code]).toEqual([400, 'unknown_4xx']);
    const streamed = await askProvider('stream-echo', (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const error = JSON.stringify({ error: { message, type: 'invalid_request_error' } });
      response.end(`${opening}${chunk({ content: 'some' })}data: ${error}\n\n`);
    });
    expect(dialectFaces[dialect].readErrors(streamed.events)).toHaveLength(1);
    for (const piece of keyPieces) expect(plain.text + streamed.text).not.toContain(piece);
  });
});
