import Anthropic from '@anthropic-ai/sdk';
import { jsonSchemaOutputFormat } from '@anthropic-ai/sdk/helpers/json-schema';
import { waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { getSharedGateway } from '../test/support/gateway';
import { protocolModels } from '../test/support/protocol-models';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const claude = 'simulator/claude';

function connect(account: Account, options: Record<string, unknown> = {}): Anthropic {
  return new Anthropic({
    apiKey: account.key,
    baseURL: gateway.baseUrl,
    maxRetries: 0,
    ...options,
  });
}

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days'],
  additionalProperties: false,
} as const;
const filledIn = { city: 'Paris', days: 1 };
const weather: Anthropic.Tool = {
  name: 'weather',
  description: 'The weather in a city',
  input_schema: schema as unknown as Anthropic.Tool.InputSchema,
};
const ask = (content: string): Anthropic.MessageParam[] => [{ role: 'user', content }];
const costOf = (usage: unknown): number => (usage as { tollgate_cost: number }).tollgate_cost;

function listUses({ content }: Anthropic.Message): Anthropic.ToolUseBlock[] {
  return content.filter((block) => block.type === 'tool_use');
}

function answerUses(message: Anthropic.Message): Anthropic.MessageParam[] {
  const results = listUses(message).map(({ id }) => ({
    type: 'tool_result' as const,
    tool_use_id: id,
    content: 'sunny',
  }));
  return [
    { role: 'assistant', content: message.content },
    { role: 'user', content: results },
  ];
}

async function readSentBody(): Promise<string> {
  return (await readSimulatedCalls(gateway)).calls.at(-1)?.request?.body ?? '';
}

describe.each(protocolModels)('the Anthropic SDK over the %s protocol', (protocol, model) => {
  let account: Account;
  let client: Anthropic;

  beforeAll(async () => {
    account = await openAccount(gateway);
    client = connect(account);
  });

  it('answers plain, with usage and cost', async () => {
    const message = await client.messages.create({
      model,
      max_tokens: 100,
      system: 'Be brief.',
      messages: ask('Hello [[sim:tokens=4,cached=2]]'),
    });
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'The gate opens for' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        output_tokens: 4,
        cache_read_input_tokens: 2,
        cache_creation_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      },
    });
    expect(message.id).toMatch(/^msg_[0-9A-Z]{26}$/);
    expect(message.usage.input_tokens).toBeGreaterThan(0);
    expect(costOf(message.usage)).toBeGreaterThan(0);
  });

  it('streams the same answer, with events in their order', async () => {
    const request = { model, max_tokens: 100, messages: ask('Hello [[sim:tokens=3]]') };
    const plain = await client.messages.create(request);
    const stream = await client.messages.create({ ...request, stream: true });
    const events: Anthropic.RawMessageStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events.map(({ type }) => type).filter((type) => (type as string) !== 'ping')).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    const [start] = events;
    expect(start).toMatchObject({
      message: { id: expect.stringMatching(/^msg_[0-9A-Z]{26}$/), model, content: [] },
    });
    const end = events.find((event) => event.type === 'message_delta');
    expect(end).toMatchObject({
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: {
        input_tokens: plain.usage.input_tokens,
        output_tokens: 3,
        tollgate_cost: costOf(plain.usage),
      },
    });
  });

  it('is put together by the stream helper', async () => {
    const stream = client.messages.stream({
      model,
      max_tokens: 100,
      messages: ask('Hello [[sim:tokens=4,reasoning=2,show_reasoning]]'),
      thinking: { type: 'enabled', budget_tokens: 1_024 },
    });
    const texts: string[] = [];
    const usages: unknown[] = [];
    stream.on('text', (text) => texts.push(text));
    // The helper drops unknown counts.
    stream.on('streamEvent', (event) => {
      if (event.type === 'message_delta') usages.push(event.usage);
    });
    const message = await stream.finalMessage();
    expect(texts.join('')).toBe('The gate opens for');
    expect(message.content).toEqual([
      { type: 'thinking', thinking: 'The gate', signature: expect.stringMatching(/.+/) },
      { type: 'text', text: 'The gate opens for' },
    ]);
    expect(message.usage.output_tokens).toBe(6);
    expect(usages).toHaveLength(1);
    expect(costOf(usages[0])).toBeGreaterThan(0);
    expect(stream.request_id).toMatch(/^req_/);
  });

  it('takes parallel calls of tools, and what was thought before them, through turns', async () => {
    const script = 'The weather? [[sim:tool_calls=2,tool_turns=2,reasoning=2,show_reasoning]]';
    const request = { model, max_tokens: 2_000, tools: [weather] };
    const messages = ask(script);
    for (let turn = 0; turn < 2; turn++) {
      const message = await client.messages.stream({ ...request, messages }).finalMessage();
      expect(message.stop_reason).toBe('tool_use');
      expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'tool_use', 'tool_use']);
      const uses = listUses(message);
      expect(uses.map(({ input, name }) => ({ input, name }))).toEqual([
        { name: 'weather', input: filledIn },
        { name: 'weather', input: filledIn },
      ]);
      expect(new Set(uses.map(({ id }) => id)).size).toBe(2);
      messages.push(...answerUses(message));
    }
    const last = await client.messages.create({ ...request, messages });
    expect(last.stop_reason).toBe('end_turn');
    expect(last.content.at(-1)).toMatchObject({
      type: 'text',
      text: expect.stringMatching(/^The gate opens/),
    });
  });

  it('calls the tool that it must', async () => {
    const message = await client.messages.create({
      model,
      max_tokens: 100,
      messages: ask('Hello'),
      tools: [{ ...weather, name: 'other' }, weather],
      tool_choice: { type: 'tool', name: 'weather' },
    });
    expect(listUses(message)).toMatchObject([{ name: 'weather', input: filledIn }]);
  });

  it('answers in the schema that was asked for', async () => {
    const message = await client.messages.parse({
      model,
      max_tokens: 100,
      messages: ask('Where?'),
      output_config: { format: jsonSchemaOutputFormat(schema) },
    });
    expect(message.parsed_output).toEqual(filledIn);
    expect(message.stop_reason).toBe('end_turn');
  });

  it('stops at its limit', async () => {
    const message = await client.messages.create({
      model,
      max_tokens: 20,
      messages: ask('Hello [[sim:tokens=50]]'),
    });
    expect(message.stop_reason).toBe('max_tokens');
  });

  if (protocol !== 'responses') {
    it('stops at its stop sequence', async () => {
      const message = await client.messages.create({
        model,
        max_tokens: 100,
        messages: ask('Hello'),
        stop_sequences: [' for'],
      });
      expect(message.content).toMatchObject([{ type: 'text', text: 'The gate opens' }]);
      const isNamed = protocol === 'anthropic' || protocol === 'bedrock';
      expect(message).toMatchObject({
        stop_reason: isNamed ? 'stop_sequence' : 'end_turn',
        stop_sequence: isNamed ? ' for' : null,
      });
    });
  }

  it('may be asked for more than the model can give', async () => {
    await resetSimulator(gateway, true);
    const message = await client.messages
      .stream({ model, max_tokens: 64_000, messages: ask('Hello [[sim:tokens=3]]') })
      .finalMessage();
    expect(message.content).toMatchObject([{ type: 'text', text: 'The gate opens' }]);
    const sent = await readSentBody();
    expect(sent).toContain('16384');
    expect(sent).not.toContain('64000');
  });

  it('counts tokens without an answer', async () => {
    // A provider of its own: one that rests after failures of other tests is not asked to count.
    const counting = `counting-${protocol}/chat`;
    await addModel(gateway, { id: counting, protocol });
    const messages = ask('How many tokens are in these few words of an ordinary question?');
    const { input_tokens: counted } = await client.messages.countTokens({
      model: counting,
      messages,
    });
    const { usage } = await client.messages.create({ model: counting, max_tokens: 9, messages });
    if (protocol === 'anthropic') expect(counted).toBe(usage.input_tokens);
    else expect(counted).toBeGreaterThanOrEqual(usage.input_tokens);
  });

  it('passes images and PDF files on', async () => {
    await resetSimulator(gateway, true);
    await client.messages.create({
      model,
      max_tokens: 100,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What are these?' },
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
            },
            {
              type: 'document',
              source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQ=' },
            },
          ],
        },
      ],
    });
    const sent = await readSentBody();
    expect(sent).toContain('iVBORw0KGgo=');
    expect(sent).toContain('JVBERi0xLjQ=');
  });

  it('ends the call upstream when the client goes away', async () => {
    await resetSimulator(gateway);
    const stream = client.messages.stream({
      model,
      max_tokens: 1_000,
      messages: ask('Hello [[sim:tokens=500,chunk_delay_ms=20]]'),
    });
    const ended = stream.done().catch((error: unknown) => error);
    await new Promise<void>((resolve) => stream.once('text', () => resolve()));
    stream.abort();
    expect(await ended).toBeInstanceOf(Anthropic.APIUserAbortError);
    await waitUntil(async () => (await readSimulatedCalls(gateway)).cancelled === 1, {
      timeoutMs: 1_000,
      what: 'the cancelled call',
    });
  });

  it('continues with Claude where another model began, without its reasoning', async () => {
    await resetSimulator(gateway, true);
    const messages = ask('The weather? [[sim:tool_calls=2,reasoning=2,show_reasoning]]');
    const request = { max_tokens: 2_000, tools: [weather] };
    const begun = await client.messages.create({ ...request, model, messages });
    const [thought] = begun.content;
    expect(thought).toMatchObject({ type: 'thinking', thinking: 'The gate' });
    messages.push(...answerUses(begun));
    const last = await client.messages.create({ ...request, model: claude, messages });
    expect(last.content.at(-1)).toMatchObject({ type: 'text' });
    const sent = await readSentBody();
    expect(sent.includes('"thinking"')).toBe(/anthropic|bedrock/.test(protocol));
    expect(sent).not.toContain('tollgate1.');
  });
});

describe('a thought of Claude', () => {
  it('survives turns with other models, as far as they know it', async () => {
    const client = connect(await openAccount(gateway));
    await resetSimulator(gateway, true);
    const request = { max_tokens: 2_000, tools: [weather] };
    const messages = ask('The weather? [[sim:tool_calls=1,tool_turns=2,reasoning=2]]');
    const first = await client.messages.create({ ...request, model: claude, messages });
    messages.push(...answerUses(first));
    const second = await client.messages.create({
      ...request,
      model: 'simulator/gemini',
      messages,
    });
    expect(second.stop_reason).toBe('tool_use');
    messages.push(...answerUses(second));
    const last = await client.messages.create({ ...request, model: claude, messages });
    expect(last.stop_reason).toBe('end_turn');
    const { signature } = first.content[0] as Anthropic.ThinkingBlock;
    expect(signature).toMatch(/^sim-signature-/);
    expect(await readSentBody()).toContain(signature);
  });
});
