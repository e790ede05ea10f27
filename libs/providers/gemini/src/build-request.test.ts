import type {
  NeutralMessage,
  NeutralRequest,
  NeutralTool,
  UpstreamTarget,
  UserPart,
} from '@tollgate/model-spec';
import { makeNeutralRequest, makeUpstreamTarget } from '@tollgate/testing';
import { translate } from './build-request';
import type { WireRequest } from './wire';

function send(request: Partial<NeutralRequest>, target: Partial<UpstreamTarget> = {}) {
  const input = { request: makeNeutralRequest(request), target: makeUpstreamTarget(target) };
  return translate({ ...input, isStreaming: false }).request;
}
const build = (request: Partial<NeutralRequest>, target: Partial<UpstreamTarget> = {}) =>
  JSON.parse(send(request, target).body) as WireRequest;

const text = (words: string) => ({ type: 'text' as const, text: words });
const user = (...parts: UserPart[]): NeutralMessage => ({ role: 'user', parts });
const assistant = (
  ...parts: Extract<NeutralMessage, { role: 'assistant' }>['parts']
): NeutralMessage => ({ role: 'assistant', parts });
const call = (id: string, name = 'f', args = '{}') => ({
  type: 'tool-call' as const,
  id,
  name,
  arguments: args,
});
const result = (callId: string, words = 'ok'): NeutralMessage => ({
  role: 'tool',
  callId,
  parts: [text(words)],
});
const contents = (...messages: NeutralMessage[]) => build({ messages }).contents;

describe('the address', () => {
  it('holds the name of the model and nothing else of it', () => {
    expect(send({}, { upstreamModel: 'models/gemini-x' }).url).toContain('/v1/models/gemini-x:gen');
    expect(send({}, { upstreamModel: '../x?key=1' }).url).toBe(
      'https://upstream.test/v1/models/..%2Fx%3Fkey%3D1:generateContent',
    );
  });
});

describe('roles and system (16.1)', () => {
  it('system messages anywhere move to systemInstruction, in order', () => {
    const { systemInstruction, ...body } = build({
      messages: [
        { role: 'system', parts: [text('one')] },
        user(text('hi')),
        { role: 'developer', parts: [text('two')] },
      ],
    });
    expect(systemInstruction).toEqual({ parts: [{ text: 'one' }, { text: 'two' }] });
    expect(body.contents).toEqual([{ role: 'user', parts: [{ text: 'hi' }] }]);
  });

  it('the same role twice is one content with separate parts', () => {
    expect(
      contents(user(text('a')), user(text('b')), assistant(text('c')), assistant(text('d'))),
    ).toEqual([
      { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
      { role: 'model', parts: [{ text: 'c' }, { text: 'd' }] },
    ]);
  });

  it('a conversation begins with the user', () => {
    const dot = { role: 'user', parts: [{ text: '.' }] };
    expect(contents(assistant(text('a')))[0]).toEqual(dot);
    expect(contents({ role: 'system', parts: [text('a')] })).toEqual([dot]);
  });

  it('empty text is dropped, and so is a message left empty', () => {
    expect(contents(user(text('a'), text('')), assistant(text('')))).toEqual([
      { role: 'user', parts: [{ text: 'a' }] },
    ]);
  });
});

describe('content (16.2)', () => {
  it.each<[string, UserPart, unknown]>([
    ['text', text('a'), { text: 'a' }],
    [
      'an image as data',
      { type: 'image', url: 'data:image/png;base64,AAA' },
      { inlineData: { mimeType: 'image/png', data: 'AAA' } },
    ],
    [
      'an image by address',
      { type: 'image', url: 'https://images.test/a.PNG?x=1', detail: 'high' },
      { fileData: { fileUri: 'https://images.test/a.PNG?x=1', mimeType: 'image/png' } },
    ],
    [
      'an image by an address that does not tell its type',
      { type: 'image', url: 'https://images.test/a' },
      { fileData: { fileUri: 'https://images.test/a', mimeType: 'image/jpeg' } },
    ],
    [
      'a PDF',
      { type: 'file', filename: 'a.pdf', dataUri: 'data:application/pdf;base64,JVB' },
      { inlineData: { mimeType: 'application/pdf', data: 'JVB' } },
    ],
    [
      'audio',
      { type: 'audio', data: 'AAA', format: 'wav' },
      { inlineData: { mimeType: 'audio/wav', data: 'AAA' } },
    ],
    [
      'a video by address',
      { type: 'video', url: 'https://videos.test/a.webm' },
      { fileData: { fileUri: 'https://videos.test/a.webm', mimeType: 'video/webm' } },
    ],
    [
      'a video of Google’s own',
      { type: 'video', url: 'https://www.youtube.com/watch?v=x' },
      { fileData: { fileUri: 'https://www.youtube.com/watch?v=x' } },
    ],
    [
      'a video as data',
      { type: 'video', url: 'data:video/mp4;base64,AAA' },
      { inlineData: { mimeType: 'video/mp4', data: 'AAA' } },
    ],
    [
      'a cache marker, which is dropped',
      { ...text('a'), cacheControl: { type: 'ephemeral' } },
      { text: 'a' },
    ],
  ])('%s', (_name, part, expected) => {
    expect(contents(user(part))[0]?.parts).toEqual([expected]);
  });

  it.each<UserPart>([
    { type: 'image', url: 'ftp://images.test/a' },
    { type: 'file', dataUri: 'https://files.test/a.pdf' },
  ])('%p is refused', (part) => {
    const unsupported = expect.objectContaining({ reason: 'unsupported_param' }) as Error;
    expect(() => contents(user(part))).toThrow(unsupported);
  });
});

describe('tools (16.3)', () => {
  const schema = { type: 'object', properties: {}, additionalProperties: false };

  it.each<[string, NeutralTool, unknown]>([
    [
      'a schema',
      { name: 'f', description: 'does f', parameters: { $schema: 'https://x', ...schema } },
      { name: 'f', description: 'does f', parametersJsonSchema: schema },
    ],
    ['no schema', { name: 'f' }, { name: 'f' }],
    [
      'strict, which is dropped',
      { name: 'f', parameters: schema, isStrict: true },
      { name: 'f', parametersJsonSchema: schema },
    ],
    [
      'free text for input',
      { name: 'f', isCustom: true },
      {
        name: 'f',
        parametersJsonSchema: {
          type: 'object',
          properties: { input: { type: 'string' } },
          required: ['input'],
        },
      },
    ],
  ])('a tool with %s', (_name, tool, expected) => {
    expect(build({ tools: [tool] }).tools).toEqual([{ functionDeclarations: [expected] }]);
  });

  it('a call has its arguments as an object, whatever the model wrote', () => {
    const parts = contents(
      user(text('a')),
      assistant(call('c1', 'f', '{"x":1}'), call('c2', 'g', '{"x')),
    )[1]?.parts;
    expect(parts).toEqual([
      { functionCall: { id: 'c1', name: 'f', args: { x: 1 } } },
      { functionCall: { id: 'c2', name: 'g', args: { _raw: '{"x' } } },
    ]);
  });

  it('results of one turn are in one content, first in it, with the names of their calls', () => {
    const written = contents(
      user(text('a')),
      assistant(call('c1', 'f'), call('c2', 'g')),
      result('c1', 'one'),
      user(text('and')),
      result('c2', 'two'),
    );
    expect(written).toHaveLength(3);
    expect(written[2]).toEqual({
      role: 'user',
      parts: [
        { functionResponse: { id: 'c1', name: 'f', response: { output: 'one' } } },
        { functionResponse: { id: 'c2', name: 'g', response: { output: 'two' } } },
        { text: 'and' },
      ],
    });
  });

  it('several texts of a result do not run into each other', () => {
    const parts = [text('one'), text('two')];
    const written = contents(assistant(call('c1')), { role: 'tool', callId: 'c1', parts });
    expect(written[2]?.parts).toEqual([
      { functionResponse: { id: 'c1', name: 'f', response: { output: 'one\ntwo' } } },
    ]);
  });

  it('sends an error as one, with images after the results', () => {
    const image = { type: 'image', url: 'data:image/png;base64,AAA' } as const;
    const written = contents(
      assistant(call('c1'), call('c2')),
      { role: 'tool', callId: 'c1', isError: true, parts: [text('no'), image] },
      result('c2'),
    );
    expect(written[2]?.parts).toEqual([
      { functionResponse: { id: 'c1', name: 'f', response: { error: 'no' } } },
      { functionResponse: { id: 'c2', name: 'f', response: { output: 'ok' } } },
      { inlineData: { mimeType: 'image/png', data: 'AAA' } },
    ]);
  });
});

describe('the choice of a tool (16.4)', () => {
  it.each<[NeutralRequest['toolChoice'], unknown]>([
    [undefined, undefined],
    ['auto', { mode: 'AUTO' }],
    ['none', { mode: 'NONE' }],
    ['required', { mode: 'ANY' }],
    [{ name: 'f' }, { mode: 'ANY', allowedFunctionNames: ['f'] }],
  ])('%p', (toolChoice, expected) => {
    const request = toolChoice === undefined ? {} : { toolChoice };
    const { toolConfig } = build({ tools: [{ name: 'f' }], ...request });
    expect(toolConfig?.functionCallingConfig).toEqual(expected);
  });

  it('is not sent where there is no tool', () => {
    expect(build({ toolChoice: 'auto' })).not.toHaveProperty('toolConfig');
  });
});

describe('reasoning (16.6, 31)', () => {
  const config = (request: Partial<NeutralRequest>) => build(request).generationConfig;

  it.each<[NeutralRequest['reasoning'], unknown]>([
    [{ isOff: true }, { thinkingBudget: 0 }],
    [{ effort: 'low' }, { thinkingBudget: 2_000, includeThoughts: true }],
    [{ effort: 'high' }, { thinkingBudget: 8_000, includeThoughts: true }],
    [
      { effort: 'high', isHidden: true },
      { thinkingBudget: 8_000, includeThoughts: false },
    ],
    [{ budgetTokens: 300 }, { thinkingBudget: 300, includeThoughts: true }],
    [{ budgetTokens: 100_000 }, { thinkingBudget: 24_576, includeThoughts: true }],
    [{ isAdaptive: true }, { thinkingBudget: -1, includeThoughts: true }],
    [{}, undefined],
  ])('%p of 10,000', (reasoning, thinkingConfig) => {
    const written = config({ reasoning, outputTokensMax: 10_000 });
    expect(written?.thinkingConfig).toEqual(thinkingConfig);
  });

  it('signed reasoning is sent back with its signature, foreign reasoning without', () => {
    const thought = { type: 'reasoning', text: 'hm', signature: 's' } as const;
    const parts = (format: 'google' | 'anthropic') =>
      contents(user(text('a')), assistant({ ...thought, format }, text('b')))[1]?.parts;
    expect(parts('google')?.[0]).toEqual({ text: 'hm', thought: true, thoughtSignature: 's' });
    expect(parts('anthropic')?.[0]).toEqual({ text: 'hm', thought: true });
  });

  it('a signature alone belongs to the text that follows', () => {
    const bare = { type: 'reasoning', text: '', format: 'google', signature: 's' } as const;
    expect(contents(user(text('a')), assistant(bare, text('b')))[1]?.parts).toEqual([
      { text: 'b', thoughtSignature: 's' },
    ]);
    expect(contents(user(text('a')), assistant(bare))[1]?.parts).toEqual([
      { text: '', thoughtSignature: 's' },
    ]);
  });

  it('what Anthropic has hidden stays with Anthropic', () => {
    const hidden = {
      type: 'reasoning',
      text: '',
      format: 'anthropic',
      signature: 's',
      isRedacted: true,
    } as const;
    expect(contents(user(text('a')), assistant(hidden, text('b')))[1]?.parts).toEqual([
      { text: 'b' },
    ]);
  });

  it('a signed call is sent back with its signature', () => {
    const signed = { ...call('c1'), thoughtSignature: 's' };
    expect(contents(user(text('a')), assistant(signed, call('c2')))[1]?.parts).toMatchObject([
      { functionCall: { id: 'c1' }, thoughtSignature: 's' },
      { functionCall: { id: 'c2' } },
    ]);
  });

  it('a call of another model is excused where signatures are demanded', () => {
    const messages = [user(text('a')), assistant(call('c1'), call('c2')), result('c1')];
    const parts = build({ messages }, { upstreamModel: 'gemini-3-pro' }).contents[1]?.parts;
    expect(parts?.map(({ thoughtSignature }) => thoughtSignature)).toEqual([
      'skip_thought_signature_validator',
      undefined,
    ]);
    const older = build({ messages }, { upstreamModel: 'gemini-2.5-pro' }).contents[1]?.parts;
    expect(older?.[0]).not.toHaveProperty('thoughtSignature');
  });
});

describe('names and formats (16.9, 31)', () => {
  const outputFormat = {
    type: 'json_schema',
    name: 'answer',
    schema: { $schema: 'https://x', type: 'object' },
  } as const;
  const forced = {
    responseMimeType: 'application/json',
    responseJsonSchema: { type: 'object' },
  };

  it('a schema within the API’s subset is sent as responseSchema', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const strict = { ...outputFormat, schema: { ...schema, additionalProperties: false } };
    expect(build({ outputFormat: strict }).generationConfig).toEqual({
      responseMimeType: 'application/json',
      responseSchema: schema,
    });
  });

  it('sampling by its names; what Gemini lacks is dropped', () => {
    const { generationConfig } = build({
      temperature: 1.5,
      topP: 0.5,
      topK: 40,
      outputTokensMax: 100,
      stop: ['END'],
      sampling: { seed: 1, frequency_penalty: 0.5, presence_penalty: 0.25, min_p: 0.1 },
      openAiOnly: { user: 'u' },
      plugins: [{ id: 'web' }],
    });
    expect(generationConfig).toEqual({
      temperature: 1.5,
      topP: 0.5,
      topK: 40,
      maxOutputTokens: 100,
      stopSequences: ['END'],
      seed: 1,
      frequencyPenalty: 0.5,
      presencePenalty: 0.25,
    });
  });

  it('JSON of a schema and of any shape', () => {
    expect(build({ outputFormat }).generationConfig).toEqual(forced);
    expect(build({ outputFormat: { type: 'json_object' } }).generationConfig).toEqual({
      responseMimeType: 'application/json',
    });
  });

  it('JSON beside tools is requested in the prompt where the model refuses both', () => {
    const request = { outputFormat, tools: [{ name: 'f' }] };
    const older = build(request, { upstreamModel: 'gemini-2.5-flash' });
    expect(older).not.toHaveProperty('generationConfig');
    expect(older.systemInstruction?.parts[0]?.text).toContain('Answer with one JSON object only.');
    const newer = build(request, { upstreamModel: 'gemini-3-flash' });
    expect(newer.generationConfig).toEqual(forced);
    expect(newer).not.toHaveProperty('systemInstruction');
  });
});

describe('a search of the web', () => {
  const webSearch = { usesMax: 3 };
  const tools: NeutralTool[] = [{ name: 'f' }];

  it('is the tool of Google Search, beside functions since Gemini 3', () => {
    expect(build({ webSearch }).tools).toEqual([{ googleSearch: {} }]);
    const both = build({ webSearch, tools }, { upstreamModel: 'gemini-3-pro' }).tools;
    expect(both).toEqual([{ functionDeclarations: [{ name: 'f' }] }, { googleSearch: {} }]);
  });

  it('is refused beside functions of older models, with the field to leave out', () => {
    expect(() => build({ webSearch, tools }, { upstreamModel: 'gemini-2.5-pro' })).toThrow(
      expect.objectContaining({ reason: 'unsupported_param', param: 'plugins' }),
    );
  });
});
