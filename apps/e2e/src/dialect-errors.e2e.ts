import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { ApiAnswer, ApiCall } from '../test/support/api-call';
import {
  dialectFaces,
  dialectNames,
  makeDialectBody,
  type DialectName,
} from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { sendRaw } from '../test/support/raw-http';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const bodyBytesMax = 10 * 1024 * 1024;

/** An account with credit, and one without. */
let rich: Account;
let poor: Account;

beforeAll(async () => {
  [rich, poor] = await Promise.all([openAccount(gateway), openAccount(gateway, { creditUsd: 0 })]);
  await addModel(gateway, {
    id: 'plain/chat',
    document: { outputModalities: ['text'], supportedParameters: ['response_format'] },
  });
});

/** The answer's error in one shape, after its envelope was found to be the one of its path. */
function expectEnvelope(answer: ApiAnswer, isMessages: boolean): ApiAnswer['json'] {
  const { headers, json, text } = answer;
  const requestId = headers.get('x-request-id');
  expect(requestId).toMatch(/^req_/);
  expect(headers.get('request-id')).toBe(requestId);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('content-type')).toContain('application/json');
  if (isMessages) {
    expect(JSON.parse(text)).toEqual({ type: 'error', error: json.error, request_id: requestId });
  } else {
    expect(Object.keys(json)).toEqual(['error']);
    expect([undefined, requestId]).toContain(json.error.metadata?.request_id);
  }
  expect(typeof json.error.message).toBe('string');
  return json.error;
}

const paths = [
  ['/v1/messages', true],
  ['/api/v1/messages', true],
  ['/v1/messages/?beta=true', true],
  ['/v1/messages/count_tokens', true],
  ['/api/v1/messages/count_tokens?beta=true', true],
  ['/v1/chat/completions', false],
  ['/api/v1/chat/completions', false],
  ['/v1/cursor/chat/completions', false],
  ['/v1/responses', false],
  ['/api/v1/responses/', false],
  ['/v1/embeddings', false],
  ['/v1/completions', false],
  ['/v1/rerank', false],
] as const;

describe.each(paths)('on %s, whatever goes wrong before its handler', (path, isMessages) => {
  const send = (call: ApiCall = {}): Promise<ApiAnswer> =>
    gateway.call(path, { bearer: rich.key, body: {}, ...call });

  it.each([
    ['no key', { headers: {} }],
    ['an unknown key', { headers: { authorization: `Bearer sk-tg-${'x'.repeat(43)}` } }],
    ['an unknown key in its other place', { headers: { 'x-api-key': `sk-tg-${'x'.repeat(43)}` } }],
    ['no key, and no JSON either', { headers: {}, body: '{' }],
  ])('is answered in the envelope of its path: %s, 401', async (_name, call: ApiCall) => {
    const answer = await gateway.call(path, { body: {}, ...call });
    expect(answer.status).toBe(401);
    expect(expectEnvelope(answer, isMessages)).toEqual({
      message: 'Invalid or missing API key',
      type: 'authentication_error',
      code: 401,
    });
  });

  it('is answered in the envelope of its path: 405 before 401', async () => {
    const answer = await gateway.call(path, { method: 'GET' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('POST');
    expect(expectEnvelope(answer, isMessages)).toMatchObject({
      type: 'invalid_request_error',
      code: 405,
    });
  });

  it.each(['{"model":', '[]', '"text"', 'null', ''])(
    'is answered in the envelope of its path: %j is no body, 400',
    async (body) => {
      const answer = await send({ body });
      expect(answer.status).toBe(400);
      expect(expectEnvelope(answer, isMessages)).toMatchObject({
        message: 'Request body is not valid JSON',
        type: 'invalid_request_error',
        code: 400,
      });
    },
  );
});

it('a body that is too large is 413 before 401, in the envelope of its path', async () => {
  // At once: each of them lingers for a client that is still sending.
  const answers = await Promise.all(
    paths.map(([path]) =>
      sendRaw(
        gateway,
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bodyBytesMax + 1}\r\n\r\n`,
      ),
    ),
  );
  answers.forEach(({ body, headers, status }, index) => {
    expect(status).toBe(413);
    const requestId = /x-request-id: (\S+)/i.exec(headers)?.[1];
    const error = { message: expect.any(String), type: 'request_too_large', code: 413 };
    expect(JSON.parse(body)).toEqual(
      paths[index]?.[1]
        ? { type: 'error', request_id: requestId, error }
        : { error: { ...error, metadata: { request_id: requestId } } },
    );
  });
});

it.each([
  ['/v1/messages/batches', true],
  ['/api/v1/messages/batches/x', true],
  ['/v1/messagesx', false],
  ['/v1/responses/resp_1', false],
  ['/api/v1/foo', false],
])('a path that leads nowhere (%s) is 404 before 401', async (path, isMessages) => {
  const answer = await gateway.call(path, { body: {} });
  expect(answer.status).toBe(404);
  expect(expectEnvelope(answer, isMessages)).toMatchObject({ type: 'not_found_error', code: 404 });
});

it('x-api-key is a key on Messages, and nowhere else', async () => {
  const call = (dialect: DialectName): Promise<ApiAnswer> =>
    gateway.call(dialectFaces[dialect].path, {
      headers: { 'x-api-key': rich.key },
      body: makeDialectBody(dialect, { model: 'simulator/chat' }),
    });
  expect((await call('messages')).status).toBe(200);
  expect((await call('chat')).status).toBe(401);
  expect((await call('responses')).status).toBe(401);
});

const flatTool = { type: 'function', name: 'f' };
const toolBodies: Readonly<Record<DialectName, Record<string, unknown>>> = {
  chat: { model: 'plain/chat', tools: [{ type: 'function', function: { name: 'f' } }] },
  responses: { model: 'plain/chat', tools: [flatTool] },
  messages: { model: 'plain/chat', tools: [{ name: 'f', input_schema: { type: 'object' } }] },
};

describe.each(dialectNames)('the first check that fails decides on %s:', (dialect) => {
  const isMessages = dialect === 'messages';
  const send = (
    body: Readonly<Record<string, unknown>> | string,
    account: Pick<Account, 'key'> = poor,
  ): Promise<ApiAnswer> =>
    gateway.call(dialectFaces[dialect].path, {
      bearer: account.key,
      body:
        typeof body === 'string'
          ? body
          : makeDialectBody(dialect, { model: 'simulator/chat', body }),
    });

  it('the kind of key before the body', async () => {
    const answer = await send('{', { key: gateway.credentials().demo?.managementKey ?? '' });
    expect(answer.status).toBe(403);
    expect(expectEnvelope(answer, isMessages)).toMatchObject({ type: 'permission_error' });
  });

  it('the rate before the body', async () => {
    const hasty = await openAccount(gateway, { creditUsd: 0 });
    const limit = 20;
    let answer = await send('{', hasty);
    // Twice, should a minute end in between.
    for (let sent = 1; sent < 2 * limit + 1 && answer.status !== 429; sent++) {
      answer = await send('{', hasty);
    }
    expect(answer.status).toBe(429);
    expect(expectEnvelope(answer, isMessages)).toMatchObject({
      type: 'rate_limit_error',
      code: 429,
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    ['a field before the model', { model: 'nobody/nothing', temperature: 3 }, 'unsupported_param'],
    ['the model before money', { model: 'nobody/nothing' }, 'unknown_model'],
    ['the endpoint before money', { model: 'simulator/embed' }, 'embedding_on_chat_endpoint'],
    ['what the model can do before money', toolBodies[dialect], 'tool_use_unsupported'],
  ])('%s', async (_name, body, code) => {
    const answer = await send(body);
    expect([answer.status, answer.json.error.code]).toEqual([400, code]);
    expectEnvelope(answer, isMessages);
  });

  it('and money is the last: 402, without rate headers and without a call', async () => {
    await resetSimulator(gateway);
    const answer = await send({});
    expect(answer.status).toBe(402);
    expect(expectEnvelope(answer, isMessages)).toMatchObject({
      type: 'billing_error',
      code: 'insufficient_credits',
    });
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    expect((await readSimulatedCalls(gateway)).total).toBe(0);
  });
});
