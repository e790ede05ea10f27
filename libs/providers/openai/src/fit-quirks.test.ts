import type { UpstreamTarget } from '@tollgate/model-spec';
import type { ProviderQuirks } from '@tollgate/provider-table';
import { makeNeutralRequest, makeUpstreamTarget } from '@tollgate/testing';
import { buildRequest } from './build-request';
import { forwardRequest } from './forward-request';

type Body = Readonly<Record<string, unknown>>;

const hello = [{ role: 'user', content: 'Hello' }];

function forwardText(
  bodyText: string,
  target: Partial<UpstreamTarget>,
  options: { readonly isStreaming?: boolean; readonly addedLimit?: number } = {},
): string {
  return forwardRequest({
    bodyText,
    body: JSON.parse(bodyText) as Body,
    isStreaming: false,
    target: makeUpstreamTarget({ upstreamModel: 'm', ...target }),
    clientHeaders: {},
    ...options,
  }).body;
}

function forward(body: Body, quirks: ProviderQuirks, more: Partial<UpstreamTarget> = {}): Body {
  const isStreaming = body['stream'] === true;
  const text = forwardText(
    JSON.stringify({ model: 'm', messages: hello, ...body }),
    {
      quirks,
      ...more,
    },
    { isStreaming },
  );
  return JSON.parse(text) as Body;
}

describe('a native request to a provider with quirks', () => {
  it('keeps its bytes where none of them applies', () => {
    const text = '{"model":"m", "messages":[ {"role":"user","content":"a\\u00e4"} ],"seed":1.0}';
    const quirks: ProviderQuirks = {
      outputLimit: 'max_tokens',
      developerRole: false,
      strictTools: false,
      stopsMax: 4,
      earlierReasoning: 'none',
      refusedFields: ['reasoning', 'enable_thinking'],
    };
    expect(forwardText(text, { quirks })).toBe(text);
  });

  it('has its limit in max_tokens, lowered to the limit of the model', () => {
    const quirks: ProviderQuirks = { outputLimit: 'max_tokens' };
    expect(forward({ max_completion_tokens: 50 }, quirks)).toEqual({
      model: 'm',
      messages: hello,
      max_tokens: 50,
    });
    const lowered = forward({ max_completion_tokens: 50 }, quirks, { maxCompletionTokens: 20 });
    expect(lowered).toMatchObject({ max_tokens: 20 });
    expect(forward({ max_completion_tokens: null }, quirks)).not.toHaveProperty('max_tokens');
  });

  it('gets the limit of the gateway in max_tokens, also for the family of OpenAI', () => {
    const quirks: ProviderQuirks = { outputLimit: 'max_tokens' };
    const text = forwardText('{"model":"m"}', { quirks, family: 'openai' }, { addedLimit: 7 });
    expect(JSON.parse(text)).toEqual({ model: 'm', max_tokens: 7 });
  });

  it('has no stream_options where the provider always reports usage', () => {
    const body = { stream: true, stream_options: { include_usage: true } };
    expect(forward(body, { streamOptions: false })).not.toHaveProperty('stream_options');
    expect(forward({ stream: true }, { streamOptions: false })).not.toHaveProperty(
      'stream_options',
    );
    expect(forward({ stream: true }, {})).toHaveProperty('stream_options');
  });

  it('has system in the place of developer, also for the family of OpenAI', () => {
    const messages = [{ role: 'developer', content: 'Be brief' }, ...hello];
    const fitted = forward({ messages }, { developerRole: false }, { family: 'openai' });
    expect(fitted['messages']).toEqual([{ role: 'system', content: 'Be brief' }, ...hello]);
    expect(forward({ messages }, {}, { family: 'openai' })['messages']).toEqual(messages);
  });

  it('has no strict tools', () => {
    const definition = { name: 'f', parameters: {} };
    const tools = [{ type: 'function', function: { ...definition, strict: true } }];
    expect(forward({ tools }, { strictTools: false })['tools']).toEqual([
      { type: 'function', function: definition },
    ]);
  });

  it('is refused with the limit of the provider when it has more stop sequences', () => {
    const stop = ['a', 'b', 'c', 'd', 'e'];
    expect(forward({ stop: stop.slice(1) }, { stopsMax: 4 })['stop']).toHaveLength(4);
    expect(() => forward({ stop }, { stopsMax: 4 })).toThrow(
      'stop must have at most 4 sequences for this provider (got 5)',
    );
    expect(forward({ stop: 'a' }, { stopsMax: 1 })['stop']).toBe('a');
  });

  it.each([
    ['reasoning', { reasoning: 'Hm' }],
    ['reasoning_content', { reasoning_content: 'Hm' }],
    ['none', {}],
  ] as const)('brings earlier reasoning back as %s alone', (earlierReasoning, kept) => {
    const said = { role: 'assistant', content: 'Hi' };
    const details = { reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }] };
    for (const given of [
      { reasoning: 'Hm', ...details },
      { reasoning_content: 'Hm' },
      { reasoning: 'Hm', reasoning_content: 'Hm' },
    ]) {
      const messages = [...hello, { ...said, ...given }, ...hello];
      const fitted = forward({ messages }, { earlierReasoning });
      expect(fitted['messages']).toEqual([...hello, { ...said, ...kept }, ...hello]);
    }
  });

  it('keeps the effort of a reasoning setting that the provider refuses', () => {
    const quirks: ProviderQuirks = { refusedFields: ['reasoning', 'enable_thinking'] };
    const given = { reasoning: { effort: 'high' }, enable_thinking: true };
    expect(forward(given, quirks)).toEqual({
      model: 'm',
      messages: hello,
      reasoning_effort: 'high',
    });
    const both = { reasoning: { effort: 'high' }, reasoning_effort: 'low' };
    expect(forward(both, quirks)).toMatchObject({ reasoning_effort: 'low' });
  });
});

describe('a translated request to a provider with quirks', () => {
  const build = (quirks: ProviderQuirks, family: UpstreamTarget['family'] = 'other'): Body => {
    const request = makeNeutralRequest({
      messages: [
        { role: 'developer', parts: [{ type: 'text', text: 'Be brief' }] },
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', text: 'Hm', format: 'unknown' },
            { type: 'text', text: 'Hi' },
          ],
        },
        { role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
      ],
      tools: [{ name: 'f', parameters: {}, isStrict: true }],
      outputTokensMax: 9,
      stop: ['a', 'b'],
    });
    const target = makeUpstreamTarget({ quirks, family });
    return JSON.parse(buildRequest({ request, isStreaming: true, target }).body) as Body;
  };

  it('is what the provider accepts', () => {
    const body = build(
      {
        outputLimit: 'max_tokens',
        developerRole: false,
        strictTools: false,
        streamOptions: false,
        earlierReasoning: 'reasoning_content',
      },
      'openai',
    );
    expect(body).toMatchObject({ max_tokens: 9, messages: [{ role: 'system' }, {}, {}] });
    expect(body).not.toHaveProperty('max_completion_tokens');
    expect(body).not.toHaveProperty('stream_options');
    expect(JSON.stringify(body['tools'])).not.toContain('strict');
  });

  it('brings earlier reasoning back in the one field that the provider accepts', () => {
    const messages = build({ earlierReasoning: 'reasoning_content' })['messages'];
    expect(messages).toMatchObject([{}, { content: 'Hi', reasoning_content: 'Hm' }, {}]);
    expect(JSON.stringify(messages)).not.toContain('reasoning_details');
  });

  it('is refused when it has more stop sequences', () => {
    expect(() => build({ stopsMax: 1 })).toThrow('at most 1 sequences');
  });
});
