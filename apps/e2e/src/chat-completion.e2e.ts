import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  RateLimitError,
} from 'openai';
import { usdNumberToNanos } from '@tollgate/money';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { chat, simulatorModel } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
let account: Account;
let client: OpenAI;

const connect = (apiKey: string, base = '/v1'): OpenAI =>
  new OpenAI({ apiKey, baseURL: `${gateway.baseUrl}${base}`, maxRetries: 0 });
const ask = (content: string): OpenAI.Chat.ChatCompletionCreateParamsNonStreaming => ({
  model: simulatorModel,
  messages: [{ role: 'user', content }],
});

beforeAll(async () => {
  account = await openAccount(gateway);
  client = connect(account.key);
});

/** The cost that an answer contains in addition to OpenAI's fields. */
function costOf(usage: unknown): bigint {
  return usdNumberToNanos((usage as { cost: number }).cost);
}

async function catchError(call: Promise<unknown>): Promise<APIError> {
  const error: unknown = await call.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error instanceof APIError) return error;
  throw new Error('the call did not fail with an APIError', { cause: error });
}

describe('a plain completion with the OpenAI SDK', () => {
  it('answers with the name that was asked for, its cost and its ids', async () => {
    const { data, response, request_id } = await client.chat.completions
      .create(ask('Hello [[sim:tokens=7]]'))
      .withResponse();
    expect(data).toMatchObject({ object: 'chat.completion', model: simulatorModel });
    expect(data.id).toMatch(/^gen-[0-9A-Z]{26}$/);
    expect(data.choices[0]?.message.content?.split(' ')).toHaveLength(7);
    expect(data.choices[0]?.finish_reason).toBe('stop');
    expect(data.usage).toMatchObject({
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    });
    expect(response.headers.get('x-generation-id')).toBe(data.id);
    expect(request_id).toMatch(/^req_[0-9A-Z]{26}$/);
    expect(response.headers.get('request-id')).toBe(request_id);
  });

  it('shows the rate limit of the account on every answer', async () => {
    const first = await client.chat.completions.create(ask('one')).withResponse();
    const second = await client.chat.completions.create(ask('two')).withResponse();
    const read = (headers: Headers, name: string): number =>
      Number(headers.get(`x-ratelimit-${name}`));
    expect(read(first.response.headers, 'limit')).toBe(200);
    const reset = read(second.response.headers, 'reset');
    expect(reset % 60).toBe(0);
    expect(reset * 1_000).toBeGreaterThan(Date.now() - 1_000);
    expect(reset * 1_000).toBeLessThanOrEqual(Date.now() + 61_000);
    if (read(first.response.headers, 'reset') === reset) {
      expect(read(second.response.headers, 'remaining')).toBe(
        read(first.response.headers, 'remaining') - 1,
      );
    }
  });

  it('costs exactly what its price list says, in every place that shows it', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const completion = await connect(payer.key).chat.completions.create(
      ask('How much is it? [[sim:tokens=333,cached=2]]'),
    );
    const { prompt_tokens: prompt, completion_tokens: output } = completion.usage ?? {};
    // 0.5 and 1.5 USD per million tokens: 500 and 1,500 nano-dollars each.
    const expected = BigInt(prompt ?? 0) * 500n + BigInt(output ?? 0) * 1_500n;
    expect(costOf(completion.usage)).toBe(expected);

    const data = await readGeneration(gateway, { generationId: completion.id }, payer);
    expect(usdNumberToNanos(data.total_cost)).toBe(expected);
    expect(usdNumberToNanos(data.usage.cost)).toBe(expected);
    expect(data.billing_outcome).toBe('charged');
    expect(data).toMatchObject({
      id: completion.id,
      model: simulatorModel,
      provider: 'simulator',
      status: 200,
      finish_reason: 'stop',
      tokens_prompt: prompt,
      tokens_completion: 333,
      streamed: false,
      cancelled: false,
    });

    const credits = await readSettledCredits(gateway, payer.key);
    expect(credits).toEqual({
      credits: 11_000_000_000n,
      usage: expected,
      reserved: 0n,
      available: 11_000_000_000n - expected,
    });
  });

  it('passes tools to the provider and its tool call to the client', async () => {
    await resetSimulator(gateway, true);
    const completion = await client.chat.completions.create({
      ...ask('What is the weather? [[sim:tool_call]]'),
      tools: [
        {
          type: 'function',
          function: {
            name: 'get_weather',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
          },
        },
      ],
      tool_choice: 'auto',
    });
    const [choice] = completion.choices;
    expect(choice?.finish_reason).toBe('tool_calls');
    const [call] = choice?.message.tool_calls ?? [];
    expect(call).toMatchObject({ type: 'function', function: { name: 'get_weather' } });
    const sent = (await readSimulatedCalls(gateway)).calls.at(-1)?.request;
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      model: 'chat',
      tools: [{ function: { name: 'get_weather' } }],
      tool_choice: 'auto',
    });
    expect(JSON.stringify(sent?.headers)).not.toContain(account.key);
  });

  it.each(['/api/v1', '/v1/cursor', '/api/v1/cursor'])('is also served under %s', async (base) => {
    const completion = await connect(account.key, base).chat.completions.create(ask('Hello'));
    expect(completion.model).toBe(simulatorModel);
    expect(costOf(completion.usage)).toBeGreaterThan(0n);
  });
});

describe('a streamed completion with the OpenAI SDK', () => {
  it('begins with the role and ends with one usage that has the cost', async () => {
    const { data: stream, response } = await client.chat.completions
      .create({ ...ask('Hello [[sim:tokens=5]]'), stream: true })
      .withResponse();
    const chunks: OpenAI.Chat.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);

    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: 'assistant', content: '' });
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    expect(text.split(' ')).toHaveLength(5);
    const generationId = response.headers.get('x-generation-id');
    expect(new Set(chunks.map((chunk) => chunk.id))).toEqual(new Set([generationId]));
    expect(new Set(chunks.map((chunk) => chunk.model))).toEqual(new Set([simulatorModel]));

    const withUsage = chunks.filter((chunk) => 'usage' in chunk);
    expect(withUsage).toEqual([chunks.at(-1)]);
    expect(chunks.at(-1)?.choices).toMatchObject([{ index: 0, delta: {}, finish_reason: 'stop' }]);
    expect(chunks.at(-1)?.usage).toMatchObject({ completion_tokens: 5 });
    expect(costOf(chunks.at(-1)?.usage)).toBeGreaterThan(0n);
  });

  it('has the headers of a stream and [DONE] as its last frame', async () => {
    const answer = await chat(gateway, {
      bearer: account.key,
      isStreaming: true,
      body: { stream_options: { include_usage: false } },
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('200');
    expect(answer.isDone).toBe(true);
    expect(answer.frames.filter((frame) => 'usage' in frame)).toHaveLength(1);
  });

  it('takes the last usage of a provider that sends two', async () => {
    const answer = await chat(gateway, {
      bearer: account.key,
      content: 'Twice [[sim:usage_twice,tokens=4]]',
      isStreaming: true,
    });
    expect(answer.frames.filter((frame) => 'usage' in frame)).toHaveLength(1);
    expect(answer.json.usage.completion_tokens).toBe(4);
  });

  it('moves the credits by exactly what it said, once', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const answer = await chat(gateway, { bearer: payer.key, isStreaming: true });
    const receipt = await readGeneration(gateway, answer, payer);
    expect(usdNumberToNanos(receipt.total_cost)).toBe(answer.costNanos);
    expect(receipt).toMatchObject({ streamed: true, billing_outcome: 'charged' });
    expect(receipt.first_token_ms).toEqual(expect.any(Number));
    expect((await readSettledCredits(gateway, payer.key)).usage).toBe(answer.costNanos);
  });

  it('throws in the SDK when the provider breaks off', async () => {
    const stream = await client.chat.completions.create({
      ...ask('[[sim:cut_after=2]]'),
      stream: true,
    });
    const read = async (): Promise<string> => {
      let text = '';
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
      return text;
    };
    await expect(read()).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});

describe('errors, as the SDK shows them', () => {
  it('401 for an unknown key', async () => {
    const error = await catchError(connect('sk-tg-unknown').chat.completions.create(ask('x')));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ status: 401, code: 401, type: 'authentication_error' });
  });

  it('400 with the code and the field of an unknown model', async () => {
    const call = client.chat.completions.create({ ...ask('x'), model: 'nobody/nothing' });
    const error = await catchError(call);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({ status: 400, code: 'unknown_model', param: 'model' });
    expect(error.requestID).toMatch(/^req_/);
  });

  it('402 for an empty wallet', async () => {
    const poor = await openAccount(gateway, { creditUsd: 0 });
    const error = await catchError(connect(poor.key).chat.completions.create(ask('x')));
    expect(error).toMatchObject({
      status: 402,
      code: 'insufficient_credits',
      type: 'billing_error',
    });
    expect(error.headers?.get('x-ratelimit-limit')).toBeNull();
  });

  it('429 for more calls in a minute than the account may make', async () => {
    const small = await openAccount(gateway, { creditUsd: 5 });
    const errors: APIError[] = [];
    // Twenty are allowed in a clock minute; two rounds meet the limit even across its edge.
    for (let call = 0; call < 42 && errors.length === 0; call += 1) {
      await connect(small.key)
        .chat.completions.create(ask('x'))
        .catch((error: unknown) => errors.push(error as APIError));
    }
    const [error] = errors;
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 429, type: 'rate_limit_error' });
    expect(error?.message).toMatch(/20 requests per minute.*try again in \d+s/);
    expect(Number(error?.headers?.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(error?.headers?.get('x-ratelimit-limit')).toBe('20');
    expect(error?.headers?.get('x-ratelimit-remaining')).toBe('0');
  });

  it('429 when the provider limits us, with its wait', async () => {
    const error = await catchError(
      client.chat.completions.create(ask('[[sim:status=429,retry_after=9]]')),
    );
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 'upstream_rate_limited' });
    expect(error.headers?.get('retry-after')).toBe('9');
  });

  it('502 when the provider fails, and never the 401 of its own key', async () => {
    const failed = await catchError(client.chat.completions.create(ask('[[sim:status=500]]')));
    expect(failed).toBeInstanceOf(InternalServerError);
    expect(failed).toMatchObject({ status: 502, code: 'upstream_unavailable' });
    const refused = await catchError(client.chat.completions.create(ask('[[sim:status=401]]')));
    expect(refused).toMatchObject({ status: 502, code: 'upstream_auth_failed' });
  });
});
