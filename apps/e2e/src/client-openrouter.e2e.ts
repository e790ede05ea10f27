import type * as OpenRouterProvider from '@openrouter/ai-sdk-provider';
import type * as Ai from 'ai';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { getSharedGateway } from '../test/support/gateway';
import { protocolModels } from '../test/support/protocol-models';

const gateway = getSharedGateway();

// These packages are modules only: a static import would become a `require` of them.
let ai: typeof Ai;
let openRouter: typeof OpenRouterProvider;
let account: Account;

beforeAll(async () => {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  [ai, openRouter] = await Promise.all([import('ai'), import('@openrouter/ai-sdk-provider')]);
});
beforeEach(async () => {
  account = await openAccount(gateway);
});

function choose(id: string, apiKey = account.key): Ai.LanguageModel {
  const baseURL = `${gateway.baseUrl}/v1`;
  return openRouter.createOpenRouter({ apiKey, baseURL }).chat(id);
}

describe.each(protocolModels)('@openrouter/ai-sdk-provider over the %s protocol', (...entry) => {
  const [, id] = entry;

  it('generates text, and the call is charged', async () => {
    const { text, usage } = await ai.generateText({
      model: choose(id),
      prompt: 'Hello [[sim:tokens=4]]',
    });
    expect(text).toBe('The gate opens for');
    expect(usage.outputTokens).toBe(4);
    expect((await readSettledCredits(gateway, account.key)).usage).toBeGreaterThan(0n);
  });

  it('streams text and reasoning, with usage', async () => {
    const result = ai.streamText({
      model: choose(id),
      prompt: 'Hello [[sim:tokens=3,reasoning=2,show_reasoning]]',
    });
    await result.consumeStream();
    expect(await result.text).toBe('The gate opens');
    expect((await result.usage).outputTokens).toBe(5);
  });

  it('runs a tool and sends its result', async () => {
    const asked: unknown[] = [];
    const weather = ai.tool({
      description: 'The weather in a city',
      inputSchema: ai.jsonSchema<{ city: string }>({
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
      }),
      execute: (input) => {
        asked.push(input);
        return 'sunny';
      },
    });
    const { steps, text } = await ai.generateText({
      model: choose(id),
      prompt: 'The weather? [[sim:tool_call,tokens=3]]',
      tools: { weather },
      stopWhen: ai.isStepCount(3),
    });
    expect(asked).toEqual([{ city: 'Paris' }]);
    expect(steps).toHaveLength(2);
    expect(text).toBe('The gate opens');
  });
});

describe('errors of the gateway in @openrouter/ai-sdk-provider', () => {
  it('a wrong key is refused once', async () => {
    const call = ai.generateText({ model: choose('simulator/chat', 'sk-tg-x'), prompt: 'Hello' });
    await expect(call).rejects.toMatchObject({
      statusCode: 401,
      isRetryable: false,
      message: 'Invalid or missing API key',
    });
  });

  it('a prompt that is too long is refused once, with the limit of the model', async () => {
    const prompt = 'alpha beta '.repeat(90_000);
    const call = ai.generateText({ model: choose('openai/gpt-4o'), prompt });
    await expect(call).rejects.toMatchObject({
      statusCode: 400,
      isRetryable: false,
      message: expect.stringMatching(/^This model's maximum context length is 128000 tokens/),
    });
  });

  it('an output limit above the maximum of the model is lowered', async () => {
    const { response, text } = await ai.generateText({
      model: choose('openai/gpt-4o'),
      prompt: 'Hello [[sim:tokens=2]]',
      maxOutputTokens: 900_000,
    });
    expect(text).toBe('The gate');
    expect(response.headers?.['x-tollgate-clamped']).toBe('max_tokens');
  });
});
