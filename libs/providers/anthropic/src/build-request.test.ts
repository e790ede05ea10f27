import type { NeutralRequest, NeutralTool, UpstreamTarget } from '@tollgate/model-spec';
import { makeNeutralRequest, makeUpstreamTarget } from '@tollgate/testing';
import { translate } from './build-request';

const tool: NeutralTool = { name: 'f', description: 'does f', parameters: { type: 'object' } };
const schema = { type: 'object', properties: { a: { type: 'string' } } };
const outputFormat = { type: 'json_schema', name: 'answer', schema } as const;

function build(request: Partial<NeutralRequest>, target: Partial<UpstreamTarget> = {}) {
  const { request: sent } = translate({
    request: makeNeutralRequest(request),
    isStreaming: false,
    target: makeUpstreamTarget(target),
  });
  return JSON.parse(sent.body) as Record<string, unknown>;
}

describe('tools (16.3)', () => {
  it.each<[string, NeutralTool, unknown]>([
    ['its schema', tool, { name: 'f', description: 'does f', input_schema: { type: 'object' } }],
    ['no schema', { name: 'f' }, { name: 'f', input_schema: { type: 'object', properties: {} } }],
    [
      'strict, which is dropped',
      { name: 'f', parameters: schema, isStrict: true },
      { name: 'f', input_schema: schema },
    ],
    [
      'a schema without a type',
      { name: 'f', parameters: { properties: {} } },
      { name: 'f', input_schema: { type: 'object', properties: {} } },
    ],
    [
      'a cache marker',
      { name: 'f', parameters: schema, cacheControl: { type: 'ephemeral' } },
      { name: 'f', input_schema: schema, cache_control: { type: 'ephemeral' } },
    ],
    [
      'free text for input',
      { name: 'f', isCustom: true },
      {
        name: 'f',
        input_schema: {
          type: 'object',
          properties: { input: { type: 'string' } },
          required: ['input'],
        },
      },
    ],
  ])('a tool with %s', (_name, given, expected) => {
    expect(build({ tools: [given] })['tools']).toEqual([expected]);
  });
});

describe('the choice of a tool (16.4)', () => {
  it.each<[NeutralRequest['toolChoice'], unknown]>([
    [undefined, undefined],
    ['auto', { type: 'auto' }],
    ['none', { type: 'none' }],
    ['required', { type: 'any' }],
    [{ name: 'f' }, { type: 'tool', name: 'f' }],
  ])('%p', (toolChoice, expected) => {
    const request = toolChoice === undefined ? {} : { toolChoice };
    expect(build({ tools: [tool], ...request })['tool_choice']).toEqual(expected);
  });

  it('is not sent where there is no tool', () => {
    expect(build({ toolChoice: 'auto' })).not.toHaveProperty('tool_choice');
  });

  it('one call at a time is silently ignored for models outside the OpenAI family', () => {
    const request = { tools: [tool], parallelToolCalls: false } as const;
    expect(build(request, { family: 'anthropic' })).not.toHaveProperty('tool_choice');
    expect(build({ ...request, toolChoice: 'auto' })['tool_choice']).toEqual({ type: 'auto' });
  });

  it('sends disabled parallel calls to a model of the OpenAI family', () => {
    const request = { tools: [tool], parallelToolCalls: false } as const;
    const single = { disable_parallel_tool_use: true };
    const family = 'openai';
    expect(build(request, { family })['tool_choice']).toEqual({ type: 'auto', ...single });
    expect(build({ ...request, toolChoice: 'required' }, { family })['tool_choice']).toEqual({
      type: 'any',
      ...single,
    });
  });
});

describe('reasoning (16.6)', () => {
  const adaptive = { supportedParameters: ['adaptive_thinking'] };
  const enabled = (budget_tokens: number) => ({ type: 'enabled', budget_tokens });

  it.each([
    ['low', 2_000],
    ['medium', 5_000],
    ['high', 8_000],
    ['xhigh', 9_500],
  ] as const)('effort %s is a budget of %i of 10,000', (effort, budget) => {
    expect(build({ reasoning: { effort }, outputTokensMax: 10_000 })).toMatchObject({
      thinking: enabled(budget),
      max_tokens: 10_000,
    });
  });

  it('a budget is at least 1,024 and at most 128,000', () => {
    expect(build({ reasoning: { effort: 'low' }, outputTokensMax: 2_000 })['thinking']).toEqual(
      enabled(1_024),
    );
    expect(build({ reasoning: { effort: 'high' }, outputTokensMax: 300_000 })['thinking']).toEqual(
      enabled(128_000),
    );
  });

  it('max_tokens is raised above the budget', () => {
    expect(build({ reasoning: { effort: 'low' }, outputTokensMax: 500 })).toMatchObject({
      thinking: enabled(1_024),
      max_tokens: 1_524,
    });
    expect(build({ reasoning: { budgetTokens: 9_000 }, outputTokensMax: 4_000 })).toMatchObject({
      thinking: enabled(9_000),
      max_tokens: 13_000,
    });
  });

  it('but never above what the model gives', () => {
    const target = { maxCompletionTokens: 4_096 };
    expect(build({ reasoning: { budgetTokens: 9_000 } }, target)).toMatchObject({
      thinking: enabled(4_095),
      max_tokens: 4_096,
    });
    expect(
      build({ reasoning: { budgetTokens: 9_000 } }, { maxCompletionTokens: 1_000 }),
    ).not.toHaveProperty('thinking');
  });

  it.each([
    [{ effort: 'high' }, 'high'],
    [{ effort: 'minimal' }, 'low'],
    [{ effort: 'xhigh' }, 'xhigh'],
    [{ budgetTokens: 4_000 }, 'medium'],
  ] as const)('%p for a model that adapts by itself', (reasoning, effort) => {
    expect(build({ reasoning, outputTokensMax: 8_000 }, adaptive)).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort },
    });
  });

  it('passes adaptive thinking on, or half the output where the model has none', () => {
    const adapted = build({ reasoning: { isAdaptive: true } }, adaptive);
    expect(adapted['thinking']).toEqual({ type: 'adaptive' });
    expect(adapted).not.toHaveProperty('output_config');
    const reasoning = { isAdaptive: true };
    expect(build({ reasoning, outputTokensMax: 8_000 })['thinking']).toEqual(enabled(4_000));
  });

  it.each([{ isOff: true }, {}])('%p sends no thinking', (reasoning) => {
    const body = build({ reasoning }, adaptive);
    expect(body).not.toHaveProperty('thinking');
    expect(body).not.toHaveProperty('output_config');
  });

  it('a forced call excludes thinking', () => {
    const request = {
      tools: [tool],
      toolChoice: 'required',
      reasoning: { effort: 'low' },
    } as const;
    expect(build(request)).not.toHaveProperty('thinking');
    expect(build(request, adaptive)).not.toHaveProperty('thinking');
  });

  describe('in an unfinished turn', () => {
    const reasoning = { effort: 'low' } as const;
    const call = { type: 'tool-call', id: 'c1', name: 'f', arguments: '{}' } as const;
    const thought = { type: 'reasoning', text: 'hm', format: 'anthropic', signature: 's' } as const;
    const hello = { role: 'user', parts: [{ type: 'text', text: 'Hello' }] } as const;
    const result = { role: 'tool', callId: 'c1', parts: [{ type: 'text', text: 'ok' }] } as const;

    it('needs the thinking with which it began', () => {
      const begun = [hello, { role: 'assistant', parts: [thought, call] } as const, result];
      expect(build({ reasoning, messages: begun })).toHaveProperty('thinking');
      const lost = [hello, { role: 'assistant', parts: [call] } as const, result];
      expect(build({ reasoning, messages: lost })).not.toHaveProperty('thinking');
      expect(build({ reasoning, messages: lost }, adaptive)).toHaveProperty('thinking');
    });

    it('is over once the user spoke again', () => {
      const over = [
        hello,
        { role: 'assistant', parts: [{ type: 'text', text: 'hi' }] } as const,
        hello,
      ];
      expect(build({ reasoning, messages: over })).toHaveProperty('thinking');
    });
  });
});

describe('names and limits (16.9)', () => {
  it('sampling by its names; what Claude lacks is dropped', () => {
    const body = build({
      temperature: 1.5,
      topP: 0.5,
      topK: 40,
      stop: ['END'],
      sampling: { seed: 1, frequency_penalty: 1, logit_bias: {} },
      openAiOnly: { user: 'u', metadata: {}, service_tier: 'auto' },
    });
    expect(body).toEqual({
      model: 'upstream-model',
      max_tokens: 8_192,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      temperature: 1.5,
      top_p: 0.5,
      top_k: 40,
      stop_sequences: ['END'],
    });
  });

  it.each([
    [undefined, undefined, 8_192],
    [undefined, 4_096, 4_096],
    [undefined, 64_000, 8_192],
    [100, undefined, 100],
    [9_000, 4_096, 4_096],
  ])('max_tokens of %p asked and %p given is %i', (asked, given, expected) => {
    const request = asked === undefined ? {} : { outputTokensMax: asked };
    expect(build(request, { maxCompletionTokens: given })['max_tokens']).toBe(expected);
  });

  it('plugins go only where they are known', () => {
    const plugins = [{ id: 'web' }];
    expect(build({ plugins })).not.toHaveProperty('plugins');
    expect(build({ plugins }, { supportedParameters: ['plugins'] })['plugins']).toEqual(plugins);
  });
});

describe('structured output (16.9)', () => {
  it('is native where the model has it', () => {
    const body = build({ outputFormat }, { supportedParameters: ['structured_outputs'] });
    expect(body['output_config']).toEqual({ format: { type: 'json_schema', schema } });
    expect(body).not.toHaveProperty('tools');
  });

  it('is the input of a forced tool elsewhere', () => {
    expect(build({ outputFormat })).toMatchObject({
      tools: [{ name: 'json_output', input_schema: schema }],
      tool_choice: { type: 'tool', name: 'json_output' },
    });
  });

  it('leaves the caller’s tools callable', () => {
    expect(build({ outputFormat, tools: [tool] })).toMatchObject({
      tools: [{ name: 'f' }, { name: 'json_output' }],
      tool_choice: { type: 'any' },
    });
    expect(build({ outputFormat, tools: [tool], toolChoice: 'none' })['tool_choice']).toEqual({
      type: 'tool',
      name: 'json_output',
    });
  });

  it('waits while the caller forces a call', () => {
    expect(build({ outputFormat, tools: [tool], toolChoice: { name: 'f' } })).toMatchObject({
      tools: [{ name: 'f' }],
      tool_choice: { type: 'tool', name: 'f' },
    });
  });

  it('does not take the name of a tool of the caller', () => {
    const body = build({ outputFormat, tools: [{ name: 'json_output' }] });
    expect(body['tools']).toMatchObject([{ name: 'json_output' }, { name: 'json_output_answer' }]);
  });

  it('of any shape is a line of the system prompt', () => {
    const messages = [
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
    ] as const;
    expect(build({ messages, outputFormat: { type: 'json_object' } })['system']).toEqual([
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: 'Answer with one JSON object only.' },
    ]);
  });
});
