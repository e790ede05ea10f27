import Anthropic from '@anthropic-ai/sdk';
import { getFreePort } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { getSharedGateway } from '../test/support/gateway';
import { protocolModels } from '../test/support/protocol-models';
import { startProvider, type TestProvider } from '../test/support/provider';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const claude = 'simulator/claude';
let account: Account;
let client: Anthropic;

beforeAll(async () => {
  account = await openAccount(gateway);
  client = connect(account.key);
  const port = await getFreePort();
  await addModel(gateway, {
    id: 'unreachable-messages/chat',
    baseUrl: `http://127.0.0.1:${port}`,
    protocol: 'anthropic',
  });
});

function connect(apiKey: string, maxRetries = 0): Anthropic {
  return new Anthropic({ apiKey, baseURL: gateway.baseUrl, maxRetries });
}

type Asked = Partial<Anthropic.MessageCreateParamsNonStreaming>;

const send = (from: Anthropic, content: string, asked: Asked = {}): Promise<Anthropic.Message> =>
  from.messages.create({
    model: claude,
    max_tokens: 50,
    messages: [{ role: 'user', content }],
    ...asked,
  });

async function fail(call: Promise<unknown>): Promise<InstanceType<typeof Anthropic.APIError>> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Anthropic.APIError)) throw new Error(`no failure: ${String(error)}`);
  return error;
}

interface Expected {
  readonly status: number;
  readonly type: string;
  readonly code: string | number;
}

/** Both what Anthropic's clients read and the service's own code. */
function expectEnvelope(
  error: InstanceType<typeof Anthropic.APIError>,
  { code, status, type }: Expected,
): void {
  expect(error.status).toBe(status);
  expect(error.type).toBe(type);
  expect(error.error).toMatchObject({
    type: 'error',
    error: { type, code, message: expect.stringMatching(/.+/) },
    request_id: expect.stringMatching(/^req_/),
  });
  expect(error.requestID).toMatch(/^req_/);
}

describe('a failure, as the Anthropic SDK sees it', () => {
  it('of an unknown key', async () => {
    const error = await fail(send(connect('sk-tg-unknown'), 'Hello'));
    expect(error).toBeInstanceOf(Anthropic.AuthenticationError);
    expectEnvelope(error, { status: 401, type: 'authentication_error', code: 401 });
  });

  it('of a wallet without credit', async () => {
    const poor = await openAccount(gateway, { creditUsd: 0 });
    const error = await fail(send(connect(poor.key), 'Hello'));
    expectEnvelope(error, { status: 402, type: 'billing_error', code: 'insufficient_credits' });
  });

  it('of a path that does not exist', async () => {
    const error = await fail(client.get('/v1/messages/unknown'));
    expect(error).toBeInstanceOf(Anthropic.NotFoundError);
    expectEnvelope(error, { status: 404, type: 'not_found_error', code: 404 });
  });

  it('of a model that does not exist', async () => {
    const error = await fail(send(client, 'Hello', { model: 'nobody/nothing' }));
    expect(error).toBeInstanceOf(Anthropic.BadRequestError);
    expectEnvelope(error, { status: 400, type: 'invalid_request_error', code: 'unknown_model' });
  });

  it('of a field that is missing', async () => {
    const body = { model: claude, messages: [{ role: 'user', content: 'Hello' }] };
    const error = await fail(client.post('/v1/messages', { body }));
    expectEnvelope(error, {
      status: 400,
      type: 'invalid_request_error',
      code: 'missing_required_field',
    });
  });

  it('of a body that is too large', async () => {
    const error = await fail(send(client, 'x'.repeat(11 * 1024 * 1024)));
    expectEnvelope(error, { status: 413, type: 'request_too_large', code: 413 });
  });

  it('of a result that answers no call', async () => {
    const content = [{ type: 'tool_result' as const, tool_use_id: 'toolu_1', content: 'x' }];
    const error = await fail(send(client, '', { messages: [{ role: 'user', content }] }));
    expectEnvelope(error, {
      status: 400,
      type: 'invalid_request_error',
      code: 'malformed_tool_messages',
    });
  });

  it('of a provider that cannot be reached', async () => {
    const error = await fail(send(client, 'Hello', { model: 'unreachable-messages/chat' }));
    expect(error).toBeInstanceOf(Anthropic.InternalServerError);
    expectEnvelope(error, { status: 502, type: 'api_error', code: 'upstream_unreachable' });
  });
});

describe.each(protocolModels)('a failure of a provider of the %s protocol', (_protocol, model) => {
  it.each([
    ['status=429,retry_after=3', 429, 'rate_limit_error', 'upstream_rate_limited'],
    ['status=503', 502, 'api_error', 'upstream_unavailable'],
    ['status=529', 502, 'api_error', 'upstream_unavailable'],
    ['status=401', 502, 'api_error', 'upstream_auth_failed'],
    ['status=400', 400, 'invalid_request_error', 'unknown_4xx'],
    ['status=400,code=context_length_exceeded', 400, 'invalid_request_error', 'context_too_long'],
  ])('by %s', async (script, status, type, code) => {
    const error = await fail(send(client, `Hello [[sim:${script}]]`, { model }));
    expectEnvelope(error, { status, type, code });
    if (status === 429) expect(error.headers?.get('retry-after')).toBe('3');
    if (code === 'context_too_long') {
      expect(error.message).toMatch(/prompt is too long/);
      expect(error.message).toMatch(/maximum context length/);
    }
  });

  it('inside a stream ends it with an error of the same shape', async () => {
    const stream = client.messages.stream({
      model,
      max_tokens: 50,
      messages: [{ role: 'user', content: 'Hello [[sim:tokens=9,error_after=2]]' }],
    });
    const texts: string[] = [];
    stream.on('text', (text) => texts.push(text));
    const error = await fail(stream.finalMessage());
    expect(texts.length).toBeGreaterThan(0);
    expect(error.type).toBe('api_error');
    expect(error.error).toMatchObject({
      type: 'error',
      error: { type: 'api_error', code: 'upstream_unavailable' },
      request_id: expect.stringMatching(/^req_/),
    });
  });
});

describe('retries of the Anthropic SDK', () => {
  let provider: TestProvider;
  let failures = 0;
  const answer = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'chat',
    content: [{ type: 'text', text: 'At last' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 5, output_tokens: 2 },
  };

  beforeAll(async () => {
    provider = await startProvider((response) => {
      const isBusy = failures-- > 0;
      const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } };
      response.writeHead(isBusy ? 529 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isBusy ? overloaded : answer));
    });
    await addModel(gateway, {
      id: 'busy-messages/chat',
      baseUrl: provider.url,
      protocol: 'anthropic',
    });
  });
  afterAll(() => provider.stop());

  it('come through when the provider is there again', async () => {
    failures = 1;
    const message = await send(connect(account.key, 1), 'Hello', { model: 'busy-messages/chat' });
    expect(message.content).toMatchObject([{ type: 'text', text: 'At last' }]);
    expect(failures).toBe(-1);
  });

  it('end with the last failure', async () => {
    failures = 9;
    const error = await fail(
      send(connect(account.key, 1), 'Hello', { model: 'busy-messages/chat' }),
    );
    expect(error.status).toBe(502);
    expect(failures).toBe(7);
  });

  const countCalls = async (script: string): Promise<number> => {
    await resetSimulator(gateway);
    await fail(send(connect(account.key, 1), `Hello [[sim:${script}]]`));
    return (await readSimulatedCalls(gateway)).total;
  };

  // Each try of the client at a busy provider may be repeated once by the gateway itself.
  it.each([
    ['happen after a short wait', 'status=429,retry_after=1', [2]],
    ['happen when a provider is busy', 'status=503', [2, 3, 4]],
    ['do not happen when the wait would be long', 'status=429,retry_after=120', [1]],
    ['do not happen when the request itself is wrong', 'status=400', [1]],
  ])('%s', async (_name, script, calls) => {
    expect(calls).toContain(await countCalls(script));
  });
});
