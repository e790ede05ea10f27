import type * as AnthropicProvider from '@ai-sdk/anthropic';
import type * as OpenAiProvider from '@ai-sdk/openai';
import type * as CompatibleProvider from '@ai-sdk/openai-compatible';
import type * as Ai from 'ai';
import { waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import { getSharedGateway } from '../test/support/gateway';
import { protocolModels } from '../test/support/protocol-models';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();

// These packages are modules only: a static import would become a `require` of them.
let ai: typeof Ai;
let openAi: typeof OpenAiProvider;
let anthropic: typeof AnthropicProvider;
let compatible: typeof CompatibleProvider;

beforeAll(async () => {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  [ai, openAi, anthropic, compatible] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai'),
    import('@ai-sdk/anthropic'),
    import('@ai-sdk/openai-compatible'),
  ]);
});

type MakeModel = (account: Account, model: string) => Exclude<Ai.LanguageModel, string>;

const baseURL = `${gateway.baseUrl}/v1`;
const clients: readonly (readonly [name: string, make: MakeModel])[] = [
  [
    '@ai-sdk/openai (chat)',
    ({ key }, id) => openAi.createOpenAI({ apiKey: key, baseURL }).chat(id),
  ],
  [
    '@ai-sdk/openai (responses)',
    ({ key }, id) => openAi.createOpenAI({ apiKey: key, baseURL }).responses(id),
  ],
  ['@ai-sdk/anthropic', ({ key }, id) => anthropic.createAnthropic({ apiKey: key, baseURL })(id)],
  [
    '@ai-sdk/openai-compatible',
    ({ key }, id) =>
      compatible.createOpenAICompatible({
        name: 'tollgate',
        apiKey: key,
        baseURL,
        includeUsage: true,
        supportsStructuredOutputs: true,
      })(id),
  ],
];
const combinations = clients.flatMap(([name, make]) =>
  protocolModels.map(([protocol, model]) => [name, protocol, model, make] as const),
);

/** The gateway keeps nothing: without this the client would send references to what it said. */
const stateless = { openai: { store: false } };
const schema: Ai.JSONSchema7 = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days'],
  additionalProperties: false,
};
const filledIn = { city: 'Paris', days: 1 };

describe.each(combinations)(
  'the AI SDK with %s over the %s protocol',
  (_name, _protocol, id, make) => {
    let account: Account;
    let common: {
      model: ReturnType<MakeModel>;
      maxRetries: number;
      providerOptions: typeof stateless;
    };

    beforeAll(async () => {
      account = await openAccount(gateway);
      common = { model: make(account, id), maxRetries: 0, providerOptions: stateless };
    });

    const makeTools = (calls: unknown[]) => ({
      weather: ai.tool({
        description: 'The weather in a city',
        inputSchema: ai.jsonSchema<typeof filledIn>(schema),
        execute: (input) => {
          calls.push(input);
          return 'sunny';
        },
      }),
    });

    it('generates text, with usage', async () => {
      const result = await ai.generateText({
        ...common,
        instructions: 'Be brief.',
        prompt: 'Hello [[sim:tokens=4,cached=2]]',
      });
      expect(result.text).toBe('The gate opens for');
      expect(result.finishReason).toBe('stop');
      expect(result.usage).toMatchObject({
        outputTokens: 4,
        inputTokenDetails: { cacheReadTokens: 2 },
      });
      expect(result.usage.inputTokens).toBeGreaterThan(2);
      expect(result.response.modelId).toBe(id);
    });

    it('streams the same text, with the same usage', async () => {
      const prompt = 'Hello [[sim:tokens=4]]';
      const plain = await ai.generateText({ ...common, prompt });
      const result = ai.streamText({ ...common, prompt });
      const pieces: string[] = [];
      for await (const piece of result.textStream) pieces.push(piece);
      expect(pieces.length).toBeGreaterThan(1);
      expect(pieces.join('')).toBe(plain.text);
      expect(await result.finishReason).toBe('stop');
      const { inputTokens, outputTokens } = await result.usage;
      expect({ inputTokens, outputTokens }).toEqual({
        inputTokens: plain.usage.inputTokens,
        outputTokens: plain.usage.outputTokens,
      });
    });

    const script = 'The weather? [[sim:tool_calls=2,tool_turns=2,reasoning=2,show_reasoning]]';

    it('takes parallel calls of tools through several steps', async () => {
      const calls: unknown[] = [];
      const { steps, text } = await ai.generateText({
        ...common,
        prompt: script,
        tools: makeTools(calls),
        stopWhen: ai.isStepCount(5),
      });
      expect(steps.map(({ finishReason }) => finishReason)).toEqual([
        'tool-calls',
        'tool-calls',
        'stop',
      ]);
      expect(calls).toEqual([filledIn, filledIn, filledIn, filledIn]);
      expect(text).toMatch(/^The gate opens/);
    });

    it('takes them through several steps of a stream', async () => {
      const calls: unknown[] = [];
      const result = ai.streamText({
        ...common,
        prompt: script,
        tools: makeTools(calls),
        stopWhen: ai.isStepCount(5),
      });
      await result.consumeStream();
      const steps = await result.steps;
      expect(steps.map(({ finishReason }) => finishReason)).toEqual([
        'tool-calls',
        'tool-calls',
        'stop',
      ]);
      expect(steps.map(({ toolCalls }) => toolCalls.length)).toEqual([2, 2, 0]);
      expect(calls).toEqual([filledIn, filledIn, filledIn, filledIn]);
      expect(await result.text).toMatch(/^The gate opens/);
    });

    it('generates an object', async () => {
      const { object } = await ai.generateObject({
        ...common,
        prompt: 'Where?',
        schema: ai.jsonSchema<typeof filledIn>(schema),
      });
      expect(object).toEqual(filledIn);
    });

    it('streams an object', async () => {
      const result = ai.streamText({
        ...common,
        prompt: 'Where?',
        output: ai.Output.object({ schema: ai.jsonSchema<typeof filledIn>(schema) }),
      });
      expect(await result.output).toEqual(filledIn);
    });

    it('sees images', async () => {
      await resetSimulator(gateway, true);
      await ai.generateText({
        ...common,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is this?' },
              { type: 'file', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
            ],
          },
        ],
      });
      const { calls } = await readSimulatedCalls(gateway);
      expect(calls.at(-1)?.request?.body).toContain('iVBORw0KGgo=');
    });

    it('ends the call upstream when it is aborted', async () => {
      await resetSimulator(gateway);
      const abort = new AbortController();
      const result = ai.streamText({
        ...common,
        prompt: 'Hello [[sim:tokens=500,chunk_delay_ms=20]]',
        abortSignal: abort.signal,
        onError: () => undefined,
      });
      for await (const piece of result.textStream) {
        if (piece !== '') abort.abort();
      }
      await waitUntil(async () => (await readSimulatedCalls(gateway)).cancelled === 1, {
        timeoutMs: 1_000,
        what: 'the cancelled call',
      });
    });

    it('raises a failure with its status and text', async () => {
      const failing = ai.generateText({ ...common, prompt: 'Hello [[sim:status=400]]' });
      const error: unknown = await failing.catch((reason: unknown) => reason);
      if (!ai.APICallError.isInstance(error)) throw new Error(`not refused: ${String(error)}`);
      expect(error).toMatchObject({ statusCode: 400, isRetryable: false });
      // The text of the envelope, not the status line: the client understood the body.
      expect(JSON.parse(error.responseBody ?? '{}').error.message).toBe(error.message);
    });

    // The client tries twice, and the gateway may repeat each try once by itself.
    it.each([
      ['tries again when the provider is busy', 'status=503', [2, 3, 4]],
      ['does not try again when the request is wrong', 'status=400', [1]],
    ])('%s', async (_case, words, totals) => {
      await resetSimulator(gateway);
      const failing = ai.generateText({ ...common, maxRetries: 1, prompt: `Hi [[sim:${words}]]` });
      await expect(failing).rejects.toThrow();
      expect(totals).toContain((await readSimulatedCalls(gateway)).total);
    });

    it('receives a failure inside a stream', async () => {
      const errors: unknown[] = [];
      const result = ai.streamText({
        ...common,
        prompt: 'Hello [[sim:tokens=9,error_after=2]]',
        onError: ({ error }) => {
          errors.push(error);
        },
      });
      let text = '';
      for await (const piece of result.textStream) text += piece;
      expect(text).toMatch(/^The/);
      expect(errors).toHaveLength(1);
      expect(JSON.stringify(errors[0]) + String(errors[0])).toMatch(/provider/i);
    });
  },
);

/** Clients that keep what a provider must get back, and how it looks at that provider. */
const signed = [
  ['@ai-sdk/openai (responses)', 'simulator/claude', 'sim-signature-'],
  ['@ai-sdk/openai (responses)', 'simulator/gemini', 'thoughtSignature'],
  ['@ai-sdk/openai (responses)', 'simulator/responses', 'encrypted_content'],
  ['@ai-sdk/anthropic', 'simulator/claude', 'sim-signature-'],
] as const;

describe.each(signed)('what the model thought, with %s and %s', (name, id, mark) => {
  it('goes back with its signature while tools are called', async () => {
    const account = await openAccount(gateway);
    const make = new Map(clients).get(name);
    if (make === undefined) throw new Error(`no client ${name}`);
    await resetSimulator(gateway, true);
    await ai.generateText({
      model: make(account, id),
      providerOptions: stateless,
      prompt: 'The weather? [[sim:tool_calls=2,reasoning=2]]',
      tools: {
        weather: ai.tool({ inputSchema: ai.jsonSchema(schema), execute: () => 'sunny' }),
      },
      stopWhen: ai.isStepCount(3),
    });
    const { calls } = await readSimulatedCalls(gateway);
    const [first, last] = calls.map(({ request }) => request?.body);
    expect(first).not.toContain(mark);
    expect(last).toContain(mark);
  });
});
