import { getFreePort, waitUntil } from '@tollgate/testing';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { ApiAnswer, ApiCall } from '../test/support/api-call';
import { chat, makeChatBody, type ChatAnswer, type ChatRequest } from '../test/support/chat';
import { findTraces } from '../test/support/find-traces';
import { getSharedGateway } from '../test/support/gateway';
import { startProvider } from '../test/support/provider';
import { postChunked, sendRaw } from '../test/support/raw-http';
import { readGeneration } from '../test/support/read-generation';
import { readLogOf } from '../test/support/read-log';
import { readSimulatedCalls } from '../test/support/simulator';
import { verifyLedger } from '../test/support/verify-ledger';

const gateway = getSharedGateway();
const path = '/v1/chat/completions';
const mebibyte = 1024 * 1024;

/** In every prompt of this file; must be found nowhere afterwards. */
const promptCanary = 'prompt-canary-5e1c9b';
/** A word that only the provider's answers contain. */
const answerCanary = 'traveller';
/** The middle of a provider key; its ends may be shown as a mask. */
const keyCanary = 'upstream-key-canary-77aa41';

let account: Account;
/** Requests that were refused, for the look into the logs at the end. */
const refused: { readonly requestId: string; readonly status: number }[] = [];
const failedStreams: string[] = [];
let paidNanos = 0n;

beforeAll(async () => {
  account = await openAccount(gateway);
  await addModel(gateway, {
    id: 'closed/chat',
    baseUrl: `http://127.0.0.1:${await getFreePort()}`,
  });
  await addModel(gateway, { id: 'badkey/chat', apiKey: `bad-key-1234${keyCanary}5678` });
});

async function send(call: ApiCall): Promise<ApiAnswer> {
  const answer = await gateway.call(path, { bearer: account.key, ...call });
  note(answer);
  return answer;
}

function note(answer: Pick<ApiAnswer, 'status' | 'headers'>): void {
  if (answer.status >= 400) {
    refused.push({ requestId: answer.headers.get('x-request-id') ?? '', status: answer.status });
  }
}

/** A call whose prompt has the canary in it. */
async function ask(request: Omit<ChatRequest, 'bearer'>): Promise<ChatAnswer> {
  const content = `${promptCanary} ${request.content ?? ''}`;
  const answer = await chat(gateway, { bearer: account.key, ...request, content });
  note(answer);
  if (answer.status === 200 && answer.error !== undefined)
    failedStreams.push(answer.headers.get('x-request-id') ?? '');
  paidNanos += answer.costNanos ?? 0n;
  return answer;
}

const user = { role: 'user', content: promptCanary };

describe('a body that is no JSON object', () => {
  it.each([
    ['cut off', `{"model":"simulator/chat","messages":[{"content":"${promptCanary}`],
    ['a list', `["${promptCanary}"]`],
    ['a text', `"${promptCanary}"`],
    ['null', 'null'],
    ['nothing', ''],
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ])('%s: 400', async (_name, body) => {
    const answer = await send({ body });
    expect(answer.status).toBe(400);
    expect(answer.json.error).toMatchObject({
      message: 'Request body is not valid JSON',
      type: 'invalid_request_error',
      code: 400,
    });
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '%s: 400 invalid_content_type',
    async (type) => {
      const body = makeChatBody({ content: promptCanary });
      const answer = await send({ body, headers: { 'content-type': type } });
      expect(answer.status).toBe(400);
      expect(answer.json.error.code).toBe('invalid_content_type');
    },
  );

  it('compressed: 415', async () => {
    const answer = await send({ body: 'x', headers: { 'content-encoding': 'gzip' } });
    expect(answer.status).toBe(415);
  });

  it('one byte more than 10 MB, declared: 413', async () => {
    const answer = await send({ body: Buffer.alloc(10 * mebibyte + 1, ' ') });
    expect(answer.status).toBe(413);
    expect(answer.json.error).toMatchObject({ type: 'request_too_large', code: 413 });
  });

  it.each([
    '/api/auth/login',
    '/api/account/keys',
    '/api/orgs',
    '/api/billing/topups',
    '/v1/videos',
    '/v1/estimate',
  ])('of half a megabyte is not too large for %s', async (route) => {
    const body = { email: 'x', password: 'x', name: 'n'.repeat(mebibyte / 2) };
    const call = route.startsWith('/v1/') ? { bearer: account.key } : { cookie: account.cookie };
    const answer = await gateway.call(route, { ...call, body });
    expect(answer.status).not.toBe(413);
    expect(answer.status).toBeLessThan(500);
  });

  it('one byte more than 10 MB, in chunks: 413', async () => {
    const bytes = 10 * mebibyte + 1;
    const answer = await postChunked(gateway, path, { bearer: account.key, bytes });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body).error.code).toBe(413);
    refused.push({ requestId: answer.requestId, status: 413 });
  });

  it('exactly 10 MB is read', async () => {
    const answer = await send({ body: Buffer.alloc(10 * mebibyte, ' ') });
    expect(answer.status).toBe(400);
    expect(answer.json.error.code).toBe(400);
  });
});

describe('a field that is wrong', () => {
  it.each([
    ['messages', 'missing_required_field', { messages: undefined }],
    ['messages', 'missing_required_field', { messages: [] }],
    ['messages', 'missing_required_field', { messages: { role: 'user' } }],
    ['model', 'missing_required_field', { model: undefined }],
    ['model', 'invalid_model_id', { model: 5 }],
    ['model', 'invalid_model_id', { model: '' }],
    ['model', 'invalid_model_id', { model: 'x'.repeat(201) }],
    ['model', 'invalid_model_id', { model: 'simulator/chat\u0000' }],
    ['model', 'unknown_model', { model: 'nobody/nothing' }],
    ['max_tokens', 'max_tokens_invalid', { max_tokens: 0 }],
    ['max_tokens', 'max_tokens_invalid', { max_tokens: 1.5 }],
    ['max_tokens', 'max_tokens_invalid', { max_tokens: 'many' }],
    ['temperature', 'unsupported_param', { temperature: 3 }],
    ['temperature', 'unsupported_param', { temperature: '1' }],
    ['stream', 'unsupported_param', { stream: 'yes' }],
    ['n', 'unsupported_param', { n: 0 }],
    ['top_logprobs', 'unsupported_param', { top_logprobs: 2 }],
    [
      'tools',
      'invalid_tools_definition',
      { tools: [{ type: 'function', function: { name: 'a b' } }] },
    ],
    ['response_format', 'invalid_response_format_schema', { response_format: { type: 'xml' } }],
    [
      'messages',
      'malformed_tool_messages',
      { messages: [user, { role: 'tool', tool_call_id: 'x', content: '' }] },
    ],
  ])('%s: 400 %s for %j', async (param, code, change) => {
    const answer = await send({ body: makeChatBody({ content: promptCanary, body: change }) });
    expect(answer.status).toBe(400);
    expect(answer.json.error).toMatchObject({ type: 'invalid_request_error', code });
    expect(answer.json.error.param).toMatch(new RegExp(`^${param}`));
    expect(answer.json.error.metadata.request_id).toBe(answer.headers.get('x-request-id'));
  });

  it('with a dangerous name changes nothing', async () => {
    const body = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(
      makeChatBody({ content: promptCanary }),
    ).slice(1)}`;
    const answer = await send({ body });
    expect(answer.status).toBe(200);
    paidNanos += BigInt(Math.round(answer.json.usage.cost * 1e9));
    expect(answer.text).not.toContain('polluted');
  });
});

describe('a call without credit or permission', () => {
  it('without credit: 402, and no call to the provider', async () => {
    const poor = await openAccount(gateway, { creditUsd: 0 });
    const { total } = await readSimulatedCalls(gateway);
    const answer = await ask({ call: { bearer: poor.key } });
    expect(answer.status).toBe(402);
    expect(answer.error).toMatchObject({ code: 'insufficient_credits', type: 'billing_error' });
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    expect((await readSimulatedCalls(gateway)).total).toBe(total);
  });

  it('with an unknown key: 401', async () => {
    const answer = await ask({ call: { bearer: `sk-tg-${'x'.repeat(43)}` } });
    expect(answer.status).toBe(401);
  });

  it('with a forged identity: 401, or the caller of the key', async () => {
    const headers = { 'x-tollgate-identity': 'eyJraW5kIjoib3BlcmF0b3IifQ.x', 'x-user-id': 'root' };
    const anonymous = await gateway.call('/v1/key', { headers });
    expect(anonymous.status).toBe(401);
    const own = await gateway.call('/v1/key', { headers, bearer: account.key });
    expect(own.json.data.label).toBe('test');
  });
});

describe('a provider that fails', () => {
  it.each([
    ['closed/chat', '', 502, 'upstream_unreachable'],
    ['badkey/chat', '', 502, 'upstream_auth_failed'],
    ['simulator/chat', 'status=500', 502, 'upstream_unavailable'],
    ['simulator/chat', 'status=503', 502, 'upstream_unavailable'],
    ['simulator/chat', 'status=429', 429, 'upstream_rate_limited'],
    ['simulator/chat', 'status=400', 400, 'unknown_4xx'],
    ['simulator/chat', 'status=400,code=context_length_exceeded', 400, 'context_too_long'],
    ['simulator/chat', 'garbage', 502, 'upstream_unavailable'],
    ['simulator/chat', 'empty_choices', 502, 'upstream_unavailable'],
    ['simulator/chat', 'cut_after=2', 502, 'upstream_unavailable'],
    ['simulator/chat', 'hang', 504, 504],
    ['simulator/chat', 'hang_after=2', 504, 504],
    ['simulator/chat', 'bad_usage=negative', 502, 'upstream_unavailable'],
    ['simulator/chat', 'bad_usage=fraction', 502, 'upstream_unavailable'],
    ['simulator/chat', 'bad_usage=string', 502, 'upstream_unavailable'],
    ['simulator/chat', 'bad_usage=huge', 502, 'upstream_unavailable'],
    ['simulator/chat', 'bad_usage=nan', 502, 'upstream_unavailable'],
  ])('%s %s: %d %s', async (model, script, status, code) => {
    const answer = await ask({ content: `[[sim:${script}]]`, body: { model } });
    expect(answer.status).toBe(status);
    expect(answer.error.code).toBe(code);
    expect(JSON.stringify(answer.error)).not.toContain(keyCanary);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each([
    ['status=500', 502, 'upstream_unavailable'],
    ['hang', 504, 504],
  ])('before the stream began, %s: %d %s', async (script, status, code) => {
    const answer = await ask({ content: `[[sim:${script}]]`, isStreaming: true });
    expect(answer.status).toBe(status);
    expect(answer.error.code).toBe(code);
  });

  it.each([
    ['cut_after=2', 'upstream_unavailable'],
    ['hang_after=2', 504],
    ['bad_sse', 'upstream_unavailable'],
    ['huge_event', 'upstream_unavailable'],
    ['bad_usage=negative', 'upstream_unavailable'],
    ['bad_usage=nan', 'upstream_unavailable'],
  ])('in the middle of a stream, %s: an error frame %s and [DONE]', async (script, code) => {
    // Slowly, so that the stream has really begun.
    const content = `[[sim:${script},chunk_delay_ms=50]]`;
    const answer = await ask({ content, isStreaming: true });
    expect(answer.status).toBe(200);
    expect(answer.error).toMatchObject({
      code,
      metadata: { generation_id: answer.generationId },
    });
    expect(answer.frames.at(-1)).toHaveProperty('error');
    expect(answer.frames.at(-1)).not.toHaveProperty('choices');
    expect(answer.frames.filter((frame) => 'usage' in frame)).toEqual([]);
    expect(answer.isDone).toBe(true);
  });

  it.each([
    ['no_usage', false],
    ['no_usage', true],
    ['zero_usage', false],
    ['zero_usage', true],
  ])(
    'by not reporting its usage (%s, streaming %s): nothing is charged',
    async (script, isStreaming) => {
      const answer = await ask({ content: `[[sim:${script}]]`, isStreaming });
      expect(answer.status).toBe(200);
      expect(answer.costNanos).toBe(0n);
      expect(await readGeneration(gateway, answer, account)).toMatchObject({
        total_cost: 0,
        billing_outcome: 'refunded_no_usage',
      });
    },
  );

  it('by claiming a cost of its own is not believed', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20, cost: -5 };
    const choices = [
      { index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' },
    ];
    const provider = await startProvider((response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', choices, usage }));
    });
    await addModel(gateway, { id: 'greedy/chat', baseUrl: provider.url });
    const answer = await ask({ body: { model: 'greedy/chat' } });
    provider.stop();
    expect(answer.costNanos).toBe(10n * 500n + 10n * 1_500n);
  });
});

describe('a request that leads nowhere', () => {
  it('to an unknown path: 404 without asking who calls', async () => {
    const answer = await gateway.call('/v1/foo', { body: {} });
    note(answer);
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual({
      error: { message: 'No route for POST /v1/foo', type: 'not_found_error', code: 404 },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('with the wrong method: 405 and the right ones', async () => {
    const answer = await gateway.call(path, { method: 'DELETE' });
    note(answer);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('POST');
    expect(answer.json.error).toMatchObject({ type: 'invalid_request_error', code: 405 });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('from another origin: errors can be read, and a preflight needs no key', async () => {
    const answer = await send({ body: '{', headers: { origin: 'https://app.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const preflight = await gateway.call(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, x-stainless-lang',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe(
      'GET,POST,PATCH,DELETE,OPTIONS',
    );
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'authorization, x-stainless-lang',
    );
    expect(preflight.headers.get('access-control-max-age')).toBe('86400');
  });
});

describe('bytes with ambiguous framing', () => {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n`;
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  it.each([
    [
      'a length and chunks',
      `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', `${head}Content-Length: 0\r\nContent-Length: 36\r\n\r\n${smuggled}`],
    ['a malformed length', `${head}Content-Length: +5\r\n\r\nhello${smuggled}`],
    ['an unknown coding', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    [
      'a coding after chunked',
      `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['a folded header', `${head}X-A: b\r\n c\r\n\r\n${smuggled}`],
    ['a space before the colon', `${head}Content-Length : 4\r\n\r\nabcd${smuggled}`],
    ['a broken chunk', `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n${smuggled}`],
    ['a bare line feed', `${head.replaceAll('\r\n', '\n')}\n${smuggled}`],
    ['headers without end', `${head}X-A: ${'a'.repeat(40_000)}\r\n\r\n`],
  ])('%s: refused once and closed', async (_name, bytes) => {
    const answer = await sendRaw(gateway, bytes);
    expect([400, 401, 431]).toContain(answer.status);
    expect(answer.body).not.toMatch(/HTTP\/1\.1 200/);
    expect(answer.isClosed).toBe(true);
  });

  it('are one line in the log each', async () => {
    const answer = await sendRaw(gateway, `${head}Content-Length: x\r\n\r\n`);
    const requestId = /x-request-id: (\S+)/i.exec(answer.headers)?.[1] ?? '';
    expect(requestId).toMatch(/^req_/);
    await waitUntil(() => readLogOf(gateway, 'edge', requestId).length === 1, {
      timeoutMs: 30_000,
      what: 'the line',
    });
  });
});

describe('after all of that', () => {
  it('only the good calls were charged, and nothing is reserved', async () => {
    const credits = await readSettledCredits(gateway, account.key);
    expect(paidNanos).toBeGreaterThan(0n);
    expect(credits.usage).toBe(paidNanos);
    expect(credits.available).toBe(credits.credits - paidNanos);
  });

  it('every refused request has one line in the log of each service that saw it', async () => {
    expect(refused.length).toBeGreaterThan(50);
    for (const { requestId, status } of refused) {
      const lines = await waitUntil(
        () => {
          const found = readLogOf(gateway, 'edge', requestId);
          return found.length > 0 ? found : undefined;
        },
        { timeoutMs: 30_000, what: `a line about ${requestId} (${status})` },
      );
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({ message: 'request', status });
      expect(readLogOf(gateway, 'relay', requestId).length).toBeLessThanOrEqual(1);
    }
    for (const requestId of failedStreams) {
      await waitUntil(() => readLogOf(gateway, 'relay', requestId).length > 0, {
        timeoutMs: 30_000,
        what: `a line about ${requestId}`,
      });
      expect(readLogOf(gateway, 'relay', requestId)).toHaveLength(1);
    }
  });

  it('the book holds', async () => {
    const report = await verifyLedger(gateway);
    expect(report.output).not.toContain('BREACH');
    expect(report.exitCode).toBe(0);
  });

  it('no prompt, answer or provider key is found anywhere', async () => {
    const nowhere = { files: [], redisKeys: [], tables: [] };
    expect(await findTraces(gateway, promptCanary)).toEqual(nowhere);
    expect(await findTraces(gateway, answerCanary)).toEqual(nowhere);
    expect(await findTraces(gateway, keyCanary)).toEqual(nowhere);
    // The search itself works: these are known to be written.
    const known = await findTraces(gateway, account.userId);
    expect(known.files.some((file) => file.startsWith('logs/'))).toBe(true);
    expect(known.tables).toContain('auth.users');
    expect(known.redisKeys.length).toBeGreaterThan(0);
    // The same for what is kept in binary form only.
    const model = await findTraces(gateway, 'greedy/chat');
    expect(model.tables.some((table) => table.startsWith('eventlog.'))).toBe(true);
  });
});
