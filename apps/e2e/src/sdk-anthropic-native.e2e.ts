import Anthropic from '@anthropic-ai/sdk';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { getSharedGateway } from '../test/support/gateway';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const model = 'simulator/claude';
let account: Account;
let client: Anthropic;

beforeEach(async () => {
  account = await openAccount(gateway);
  client = new Anthropic({ apiKey: account.key, baseURL: gateway.baseUrl, maxRetries: 0 });
  await resetSimulator(gateway, true);
});

async function readSent(): Promise<{ headers: Record<string, string>; body: string }> {
  const { calls } = await readSimulatedCalls(gateway);
  const sent = calls.at(-1)?.request;
  if (sent === undefined) throw new Error('nothing reached the provider');
  return sent;
}

describe('a caller of the Messages API', () => {
  const body = { model, max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }] };

  it.each(['/v1/messages', '/api/v1/messages', '/v1/messages?beta=true'])(
    'may show the key in either header on %s',
    async (path) => {
      const byKey = await gateway.call(path, { body, headers: { 'x-api-key': account.key } });
      const byBearer = await gateway.call(path, { body, bearer: account.key });
      expect([byKey.status, byBearer.status]).toEqual([200, 200]);
      expect(byKey.json.content).toEqual(byBearer.json.content);
      const { body: sent, headers } = await readSent();
      expect(JSON.stringify(headers) + sent).not.toContain(account.key);
    },
  );

  it('may use the SDK with the legacy address', async () => {
    const legacy = client.withOptions({ baseURL: `${gateway.baseUrl}/api` });
    const message = await legacy.messages.create({
      model,
      max_tokens: 50,
      messages: [{ role: 'user', content: 'Hello [[sim:tokens=2]]' }],
    });
    expect(message.content).toMatchObject([{ type: 'text', text: 'The gate' }]);
  });

  it.each([
    [{}, '2023-06-01'],
    [{ 'anthropic-version': '2023-01-01' }, '2023-01-01'],
  ])('has its version forwarded to the provider: %j', async (headers, version) => {
    await gateway.call('/v1/messages', { body, headers, bearer: account.key });
    expect((await readSent()).headers['anthropic-version']).toBe(version);
  });

  it('has its betas forwarded to the provider', async () => {
    await client.beta.messages.create({
      model,
      max_tokens: 50,
      messages: [{ role: 'user', content: 'Hello' }],
      betas: ['files-api-2025-04-14', 'claude-code-20250219'],
    });
    expect((await readSent()).headers['anthropic-beta']).toBe(
      'files-api-2025-04-14,claude-code-20250219',
    );
  });

  it('streams betas too', async () => {
    const message = await client.beta.messages
      .stream({
        model,
        max_tokens: 50,
        messages: [{ role: 'user', content: 'Hello [[sim:tokens=3]]' }],
        betas: ['interleaved-thinking-2025-05-14'],
      })
      .finalMessage();
    expect(message.content).toMatchObject([{ type: 'text', text: 'The gate opens' }]);
    expect((await readSent()).headers['anthropic-beta']).toBe('interleaved-thinking-2025-05-14');
  });
});

describe('markers of what may be cached', () => {
  const marker = '"cache_control": {"type":"ephemeral", "ttl":"1h"}';
  /** Spaces, odd numbers and unknown fields: whatever is written anew would show. */
  const members = [
    `"model" : "${model}"`,
    '"max_tokens":50.0',
    `"system": [{"type":"text","text":"Be brief. \\u00e9", ${marker}}]`,
    `"tools": [{"name":"weather","input_schema":{"type":"object","properties":{}}, ${marker}}]`,
    `"messages": [
      {"role":"user","content":[
        {"type":"text","text":"What is this?", ${marker}},
        {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBO"}, ${marker}}]},
      {"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"weather","input":{ }}]},
      {"role":"user","content":[
        {"type":"tool_result","tool_use_id":"toolu_1","content":"ok", ${marker}},
        {"type":"document","source":{"type":"text","media_type":"text/plain","data":"x"}, ${marker}}]}]`,
    '"temperature" : 1.0',
    '"metadata":{"user_id":"u"}',
    '"unknown_field" : {"kept": [ ] }',
  ];

  it.each(['plain', 'streaming'])('reach a native provider byte for byte, %s', async (kind) => {
    const all = kind === 'plain' ? members : [...members, '"stream": true'];
    const body = `{${all.join(',')}}`;
    const answer = await gateway.call('/v1/messages', { bearer: account.key, body });
    expect(answer.status).toBe(200);
    expect((await readSent()).body).toBe(body.replace(`"${model}"`, '"claude"'));
  });

  it.each([false, true])('are reported and priced, streaming %s', async (isStreaming) => {
    const request = {
      model,
      max_tokens: 100,
      system: [
        {
          type: 'text' as const,
          text: 'A long text that is worth to be cached. '.repeat(20),
          cache_control: { type: 'ephemeral' as const },
        },
      ],
      messages: [
        { role: 'user' as const, content: 'Hello [[sim:tokens=7,cached=50,cache_written=30]]' },
      ],
    };
    const usage = isStreaming
      ? await readStreamedUsage(request)
      : (await client.messages.create(request)).usage;
    expect(usage).toMatchObject({
      cache_read_input_tokens: 50,
      cache_creation_input_tokens: 30,
      output_tokens: 7,
    });
    // Prices of the model per million: 3, 0.3, 3.75 and 15 dollars.
    const nanos = (usage.input_tokens ?? 0) * 3_000 + 50 * 300 + 30 * 3_750 + 7 * 15_000;
    const told = (usage as unknown as { tollgate_cost: number }).tollgate_cost;
    expect(told).toBeCloseTo(nanos / 1e9, 12);
    const credits = await readSettledCredits(gateway, account.key);
    expect(credits.usage).toBe(BigInt(nanos));
  });

  it('are counted for other protocols as well', async () => {
    const count = async (cached: number): Promise<Anthropic.Usage> => {
      const content = `Hello, hello, hello [[sim:tokens=2,cached=${cached}]]`;
      const messages = [{ role: 'user' as const, content }];
      const request = { model: 'simulator/chat', max_tokens: 100, messages };
      return (await client.messages.create(request)).usage;
    };
    const [fresh, cached] = [await count(0), await count(4)];
    expect(fresh).toMatchObject({ cache_read_input_tokens: 0, cache_creation_input_tokens: 0 });
    expect(cached).toMatchObject({ cache_read_input_tokens: 4, cache_creation_input_tokens: 0 });
    expect(cached.input_tokens).toBe(fresh.input_tokens - 4);
  });
});

/** The helper drops unknown counts: the cost is in the event itself. */
async function readStreamedUsage(
  request: Anthropic.MessageCreateParamsNonStreaming,
): Promise<Anthropic.MessageDeltaUsage> {
  const stream = await client.messages.create({ ...request, stream: true });
  const usages: Anthropic.MessageDeltaUsage[] = [];
  for await (const event of stream) if (event.type === 'message_delta') usages.push(event.usage);
  const [usage, ...more] = usages;
  if (usage === undefined || more.length > 0) throw new Error('not one usage');
  return usage;
}
