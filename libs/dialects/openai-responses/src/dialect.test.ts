import {
  describeDialectContract,
  type DialectContractOptions,
  type WireFrame,
} from '@tollgate/testing';
import type { AppError } from '@tollgate/errors';
import {
  emptyUsage,
  type NeutralAnswer,
  type PassStreamInput,
  type UsageReading,
} from '@tollgate/model-spec';
import { asFieldList, asFields, type Fields } from '@tollgate/model-kit';
import { openAiResponses } from './dialect';

const usage = { kind: 'usage', usage: { ...emptyUsage, input: 3, output: 2 } } as const;
const answer = (parts: NeutralAnswer['parts'], finishReason = 'stop'): NeutralAnswer => ({
  parts,
  finishReason: finishReason as 'stop',
  nativeFinishReason: 'end_turn',
  usage,
});

function readBody(body: Fields): ReturnType<DialectContractOptions['readBody']> {
  const items = asFieldList(body['output']);
  const blocks = items.flatMap((item) => asFieldList(item['content']));
  const calls = items.filter(({ type }) => type === 'function_call');
  return {
    text: blocks.map(({ text }) => (text as string | undefined) ?? '').join(''),
    toolCalls: calls.map((call) => ({
      id: String(call['call_id']),
      name: String(call['name']),
      arguments: JSON.parse(String(call['arguments'])) as unknown,
    })),
  };
}

/** From the deltas: the end only repeats them. */
function readStream(frames: readonly WireFrame[]): ReturnType<DialectContractOptions['readBody']> {
  const events = frames.map(({ data }) => asFields(data));
  const ofType = (type: string): readonly Fields[] =>
    events.filter((event) => event['type'] === type);
  const deltas = ofType('response.output_text.delta').map(({ delta }) => delta);
  const done = ofType('response.output_item.done').map(({ item }) => item);
  const { toolCalls } = readBody({ output: done });
  return { text: deltas.join(''), toolCalls };
}

const blockSteps: Readonly<Record<string, 'open' | 'close'>> = {
  'response.output_item.added': 'open',
  'response.output_item.done': 'close',
};
const event = (type: string, fields: Fields = {}): { name: string; data: unknown } => ({
  name: type,
  data: { type, ...fields },
});

const responseText = (id: string, model: string, rest: string): string =>
  `{"id":"${id}","object":"response","created_at":1700000000,"model":"${model}",${rest}}`;
const native = (type: string, rest: string): { name: string; data: string } => ({
  name: type,
  data: `{"type":"${type}",${rest}}`,
});
const upstream = ['resp_upstream', 'up-1'] as const;
const adapter: PassStreamInput['adapter'] = {
  mapError: () => ({ kind: 'overloaded' }),
  readExtras: () => ({}),
  mapStopReason: (word) => (word === 'completed' ? 'stop' : 'length'),
  mapUsage: (value): UsageReading => ({
    kind: 'usage',
    usage: { ...emptyUsage, output: Number(asFields(value)['output_tokens']) },
  }),
};

describeDialectContract({
  dialect: openAiResponses,
  idPrefix: 'resp_',
  costField: 'cost',
  minimalBody: { model: 'acme/chat-1', input: 'Hello' },
  requests: [
    {
      name: 'a question',
      body: {},
      neutral: { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }] },
    },
    {
      name: 'tools',
      body: {
        tools: [{ type: 'function', name: 'find', parameters: { type: 'object' }, strict: true }],
        tool_choice: 'required',
        parallel_tool_calls: false,
      },
      neutral: {
        tools: [{ name: 'find', parameters: { type: 'object' }, isStrict: true }],
        toolChoice: 'required',
        parallelToolCalls: false,
      },
    },
  ],
  faults: [
    { body: { input: undefined }, code: 'missing_required_field' },
    { body: { input: [] }, code: 'missing_required_field' },
    { body: { store: true }, code: 'invalid_prompt' },
    { body: { max_output_tokens: 0 }, code: 'max_tokens_invalid' },
  ],
  answers: [
    {
      name: 'the whole object',
      answer: answer([{ type: 'text', text: 'Hi', annotations: [{ url: 'https://a.test' }] }]),
      wire: {
        object: 'response',
        created_at: 1_763_110_800,
        completed_at: expect.any(Number),
        status: 'completed',
        error: null,
        incomplete_details: null,
        instructions: null,
        metadata: {},
        parallel_tool_calls: true,
        temperature: null,
        top_p: null,
        tool_choice: 'auto',
        tools: [],
        max_output_tokens: null,
        previous_response_id: null,
        store: false,
        background: false,
        reasoning: { effort: null, summary: null },
        text: { format: { type: 'text' } },
        truncation: 'disabled',
        user: null,
        output: [
          {
            id: expect.stringMatching(/^msg_/),
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [
              {
                type: 'output_text',
                text: 'Hi',
                annotations: [
                  {
                    type: 'url_citation',
                    url: 'https://a.test',
                    title: '',
                    start_index: 0,
                    end_index: 0,
                  },
                ],
                logprobs: [],
              },
            ],
          },
        ],
        usage: {
          input_tokens: 15,
          input_tokens_details: { cached_tokens: 3, cache_write_tokens: 0 },
          output_tokens: 7,
          output_tokens_details: { reasoning_tokens: 2 },
          total_tokens: 22,
          cost: 0.0015,
        },
      },
    },
    {
      name: 'a cut answer',
      answer: answer([{ type: 'text', text: 'H' }], 'length'),
      wire: {
        status: 'incomplete',
        completed_at: null,
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ status: 'incomplete' }],
      },
    },
    {
      name: 'a refusal by the filter',
      answer: answer([{ type: 'refusal', text: 'No.' }], 'content_filter'),
      wire: {
        status: 'incomplete',
        incomplete_details: { reason: 'content_filter' },
        output: [{ content: [{ type: 'refusal', refusal: 'No.' }] }],
      },
    },
    {
      name: 'thoughts of three makers, a signed call and pictures',
      answer: answer([
        { type: 'reasoning', text: 'a', format: 'openai', signature: 'gAAA', id: 'rs_1' },
        { type: 'reasoning', text: 'b', format: 'anthropic', signature: 'sig' },
        { type: 'reasoning', text: '', format: 'anthropic', signature: 'x', isRedacted: true },
        { type: 'reasoning', text: 'c', format: 'unknown' },
        { type: 'tool-call', id: 'c', name: 'f', arguments: '', thoughtSignature: 'g' },
        { type: 'image', url: 'data:image/png;base64,AA' },
        { type: 'image', url: 'https://a.test/x.png' },
      ]),
      wire: {
        output: [
          {
            id: 'rs_1',
            type: 'reasoning',
            summary: [{ type: 'summary_text', text: 'a' }],
            encrypted_content: 'gAAA',
          },
          { type: 'reasoning', encrypted_content: 'tollgate1.anthropic:sig' },
          { type: 'reasoning', summary: [], encrypted_content: 'tollgate1.anthropic-hidden:x' },
          { type: 'reasoning', encrypted_content: null },
          { type: 'reasoning', summary: [], encrypted_content: 'tollgate1.google:g' },
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}', status: 'completed' },
          { type: 'image_generation_call', status: 'completed', result: 'AA' },
          { type: 'message', content: [{ text: '![image](https://a.test/x.png)' }] },
        ],
      },
    },
  ],
  streams: [
    {
      name: 'text that runs out of tokens',
      parts: [
        { type: 'text-delta', text: 'H' },
        { type: 'finish', finishReason: 'length', nativeFinishReason: 'length' },
      ],
      frames: [
        event('response.created', { sequence_number: 0 }),
        event('response.in_progress', { sequence_number: 1 }),
        event('response.output_item.added'),
        event('response.content_part.added'),
        event('response.output_text.delta', { delta: 'H', logprobs: [] }),
        event('response.output_text.done', { text: 'H' }),
        event('response.content_part.done'),
        event('response.output_item.done', { item: { status: 'incomplete' } }),
        event('response.incomplete', {
          sequence_number: 8,
          response: { incomplete_details: { reason: 'max_output_tokens' } },
        }),
      ],
    },
  ],
  native: {
    adapter,
    response: ({ id, model }, usageText) =>
      responseText(id, model, `"output":[{"x": 1.50}],"usage":${usageText}`),
    events: ({ id, model }) => [
      native(
        'response.created',
        `"sequence_number":0,"response":${responseText(id, model, '"output":[],"usage":null,"temperature":1.0')}`,
      ),
      native(
        'response.in_progress',
        `"sequence_number":1,"response":${responseText(id, model, '"output":[],"usage":null')}`,
      ),
      native('response.output_item.added', '"output_index":0,"item":{"id":"msg_1"}'),
      native('response.output_text.delta', '"output_index":0,"delta":"Hel","obfuscation":"x"'),
      native('response.output_text.delta', '"output_index":0, "delta":"lo"'),
      native('response.output_item.done', '"output_index":0,"item":{"id":"msg_1"}'),
    ],
    ending: (count) => [
      native(
        'response.completed',
        `"sequence_number":6,"response":${responseText(...upstream, `"status":"completed","output":[],"usage":{"output_tokens":${count}}`)}`,
      ),
    ],
    endingWithoutUsage: [
      native(
        'response.completed',
        `"response":${responseText(...upstream, '"status":"completed","usage":null')}`,
      ),
    ],
    errorEvent: native('response.failed', '"response":{"error":{"code":"server_error"}}'),
    garbage: [{ name: undefined, data: '{"choices":[]}' }],
  },
  readBody,
  readStream,
  firstFrame: event('response.created'),
  terminalFrame: event('response.completed'),
  readBlockStep({ data }) {
    const { output_index: index, type } = asFields(data);
    if (typeof index !== 'number') return undefined;
    return { step: blockSteps[String(type)] ?? 'inside', index };
  },
  failureFrames(error: AppError, { model, ulid }, isBegun) {
    const shown = { code: 'server_error', message: error.message };
    if (!isBegun) return [event('error', { ...shown, param: null })];
    const response = {
      id: `resp_${ulid}`,
      model,
      status: 'failed',
      error: { ...shown, type: 'api_error' },
      error_code: 'upstream_unavailable',
      usage: null,
    };
    return [event('response.failed', { response })];
  },
});
