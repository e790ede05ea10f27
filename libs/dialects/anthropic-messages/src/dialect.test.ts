import {
  describeDialectContract,
  type DialectContractOptions,
  type WireFrame,
} from '@tollgate/testing';
import { emptyUsage, type NeutralAnswer } from '@tollgate/model-spec';
import { asFieldList, asFields, makeSyntheticSignature, type Fields } from '@tollgate/model-kit';
import { anthropicMessages } from './dialect';

type ReadAnswer = ReturnType<DialectContractOptions['readBody']>;

const usage = { kind: 'usage', usage: { ...emptyUsage, input: 3, output: 2 } } as const;
const answer = (parts: NeutralAnswer['parts']): NeutralAnswer => ({
  parts,
  finishReason: 'stop',
  nativeFinishReason: 'stop',
  usage,
});
const synthetic = makeSyntheticSignature('acme/chat-1');

function readBlocks(blocks: readonly Fields[]): ReadAnswer {
  const text = blocks.map((block) => (block['type'] === 'text' ? String(block['text']) : ''));
  const toolCalls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, input, name }) => ({ id: String(id), name: String(name), arguments: input }));
  return { text: text.join(''), toolCalls };
}

/** Like Anthropic's client: a delta is appended to the last block. */
function readStream(frames: readonly WireFrame[]): ReadAnswer {
  const blocks: { fields: Fields; text: string }[] = [];
  for (const { data, name } of frames) {
    const { content_block: start, delta, type } = asFields(data);
    expect(name).toBe(type);
    if (type === 'content_block_start') blocks.push({ fields: asFields(start), text: '' });
    const { partial_json: json, text } = asFields(delta) as Record<string, string | undefined>;
    const last = blocks.at(-1);
    if (type === 'content_block_delta' && last) last.text += json ?? text ?? '';
  }
  return readBlocks(
    blocks.map(({ fields, text }) =>
      fields['type'] === 'tool_use'
        ? { ...fields, input: JSON.parse(text) as unknown }
        : { ...fields, text },
    ),
  );
}

const stepByType: Readonly<Record<string, 'open' | 'inside' | 'close'>> = {
  content_block_start: 'open',
  content_block_delta: 'inside',
  content_block_stop: 'close',
};

const named = (name: string, fields: Fields): { name: string; data: unknown } => ({
  name,
  data: { type: name, ...fields },
});
const event = (data: string): { name: string; data: string } => ({
  name: String((JSON.parse(data) as Fields)['type']),
  data,
});
const stop = event('{"type":"message_stop"}');

describeDialectContract({
  dialect: anthropicMessages,
  idPrefix: 'msg_',
  costField: 'tollgate_cost',
  minimalBody: {
    model: 'acme/chat-1',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Hello' }],
  },
  requests: [
    {
      name: 'a question',
      body: {},
      neutral: {
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
        outputTokensMax: 100,
      },
    },
    {
      name: 'tools',
      body: { tools: [{ name: 'find', description: 'Finds', input_schema: { type: 'object' } }] },
      neutral: {
        tools: [{ name: 'find', description: 'Finds', parameters: { type: 'object' } }],
      },
    },
  ],
  faults: [
    { body: { messages: undefined }, code: 'missing_required_field' },
    { body: { messages: [] }, code: 'missing_required_field' },
    { body: { max_tokens: undefined }, code: 'missing_required_field' },
    { body: { max_tokens: 0 }, code: 'max_tokens_invalid' },
    { body: { max_tokens: 1.5 }, code: 'max_tokens_invalid' },
    { body: { max_tokens: '9' }, code: 'max_tokens_invalid' },
  ],
  answers: [
    {
      name: 'a call after text',
      answer: {
        ...answer([
          { type: 'text', text: 'Hi' },
          { type: 'tool-call', id: 'toolu_01', name: 'f', arguments: '{"a":1}' },
        ]),
        finishReason: 'tool_calls',
      },
      wire: {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'tool_use', id: 'toolu_01', name: 'f', input: { a: 1 } },
        ],
        stop_reason: 'tool_use',
        stop_sequence: null,
        usage: {
          input_tokens: 12,
          output_tokens: 7,
          cache_read_input_tokens: 3,
          cache_creation_input_tokens: 0,
          cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
          tollgate_cost: 0.0015,
        },
      },
    },
    {
      name: 'thoughts of Claude and of others',
      answer: answer([
        { type: 'reasoning', text: 'a', format: 'anthropic', signature: 'sig' },
        { type: 'reasoning', text: '', format: 'anthropic', signature: 'data', isRedacted: true },
        { type: 'reasoning', text: 'b', format: 'unknown' },
        { type: 'reasoning', text: 'c', format: 'google', signature: 'thought' },
      ]),
      wire: {
        content: [
          { type: 'thinking', thinking: 'a', signature: 'sig' },
          { type: 'redacted_thinking', data: 'data' },
          { type: 'thinking', thinking: 'b', signature: synthetic },
          { type: 'thinking', thinking: 'c', signature: synthetic },
        ],
      },
    },
    {
      name: 'sources, a refusal and an image',
      answer: answer([
        { type: 'text', text: 'x', annotations: [{ url: 'https://a.test', title: 'A' }] },
        { type: 'refusal', text: 'No' },
        { type: 'image', url: 'https://a.test/1.png' },
      ]),
      wire: {
        content: [
          {
            type: 'text',
            text: 'x',
            citations: [{ type: 'web_search_result_location', url: 'https://a.test', title: 'A' }],
          },
          { type: 'text', text: 'No' },
          { type: 'text', text: '![image](https://a.test/1.png)' },
        ],
      },
    },
    {
      name: 'arguments that are no object',
      answer: answer([{ type: 'tool-call', id: 'c', name: 'f', arguments: '{"a":' }]),
      wire: { content: [{ type: 'tool_use', input: { _raw: '{"a":' } }] },
    },
    {
      name: 'nothing',
      answer: answer([]),
      wire: { content: [{ type: 'text', text: '' }], stop_reason: 'end_turn' },
    },
    {
      name: 'a stop sequence that was met',
      answer: { ...answer([{ type: 'text', text: 'x' }]), stopSequence: 'END' },
      wire: { stop_reason: 'stop_sequence', stop_sequence: 'END' },
    },
    ...(
      [
        ['length', 'max_tokens'],
        ['content_filter', 'refusal'],
        ['stop', 'end_turn'],
        ['tool_calls', 'tool_use'],
      ] as const
    ).map(([finishReason, stopReason]) => ({
      name: `the end ${finishReason}`,
      answer: { ...answer([{ type: 'text', text: 'x' }]), finishReason },
      wire: { stop_reason: stopReason, stop_sequence: null },
    })),
  ],
  streams: [
    {
      name: 'the whole list of events',
      parts: [
        { type: 'prompt-tokens', promptTokens: 15 },
        { type: 'reasoning-delta', text: 'Hm', format: 'anthropic' },
        { type: 'reasoning-end', format: 'anthropic', signature: 'sig' },
        { type: 'redacted-reasoning', format: 'anthropic', data: 'secret' },
        { type: 'text-delta', text: 'Hi' },
        { type: 'annotation', annotation: { url: 'https://a.test' } },
        { type: 'tool-call-start', index: 3, id: 'c', name: 'f' },
        { type: 'tool-call-delta', index: 3, arguments: '{"a":1}' },
        { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'tool_calls' },
        { type: 'usage', usage, raw: {} },
        { type: 'end' },
      ],
      frames: [
        named('message_start', {
          message: {
            id: 'msg_01J9ZZZZZZZZZZZZZZZZZZZZZZ',
            type: 'message',
            role: 'assistant',
            model: 'acme/chat-1',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: {
              input_tokens: 15,
              output_tokens: 1,
              cache_read_input_tokens: 0,
              cache_creation_input_tokens: 0,
              cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
            },
          },
        }),
        named('ping', {}),
        named('content_block_start', {
          index: 0,
          content_block: { type: 'thinking', thinking: '', signature: '' },
        }),
        named('content_block_delta', {
          index: 0,
          delta: { type: 'thinking_delta', thinking: 'Hm' },
        }),
        named('content_block_delta', {
          index: 0,
          delta: { type: 'signature_delta', signature: 'sig' },
        }),
        named('content_block_stop', { index: 0 }),
        named('content_block_start', {
          index: 1,
          content_block: { type: 'redacted_thinking', data: 'secret' },
        }),
        named('content_block_stop', { index: 1 }),
        named('content_block_start', { index: 2, content_block: { type: 'text', text: '' } }),
        named('content_block_delta', { index: 2, delta: { type: 'text_delta', text: 'Hi' } }),
        named('content_block_delta', {
          index: 2,
          delta: { type: 'citations_delta', citation: { url: 'https://a.test' } },
        }),
        named('content_block_stop', { index: 2 }),
        named('content_block_start', {
          index: 3,
          content_block: { type: 'tool_use', id: 'c', name: 'f', input: {} },
        }),
        named('content_block_delta', {
          index: 3,
          delta: { type: 'input_json_delta', partial_json: '{"a":1}' },
        }),
        named('content_block_stop', { index: 3 }),
        named('message_delta', {
          delta: { stop_reason: 'tool_use', stop_sequence: null },
          usage: {
            input_tokens: 12,
            output_tokens: 7,
            cache_read_input_tokens: 3,
            cache_creation_input_tokens: 0,
            tollgate_cost: 0.0015,
          },
        }),
        named('message_stop', {}),
      ],
    },
    {
      name: 'thoughts that nobody signed, a refusal and an image',
      parts: [
        { type: 'reasoning-delta', text: 'Hm', format: 'unknown' },
        { type: 'refusal-delta', text: 'No' },
        { type: 'image', url: 'https://a.test/1.png' },
      ],
      frames: [
        named('message_start', {}),
        named('ping', {}),
        named('content_block_start', { index: 0 }),
        named('content_block_delta', { delta: { type: 'thinking_delta', thinking: 'Hm' } }),
        named('content_block_delta', { delta: { type: 'signature_delta', signature: synthetic } }),
        named('content_block_stop', { index: 0 }),
        named('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
        named('content_block_delta', { delta: { type: 'text_delta', text: 'No' } }),
        named('content_block_stop', { index: 1 }),
        named('content_block_start', { index: 2, content_block: { type: 'text', text: '' } }),
        named('content_block_delta', {
          delta: { type: 'text_delta', text: '![image](https://a.test/1.png)' },
        }),
        named('content_block_stop', { index: 2 }),
        named('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null } }),
        named('message_stop', {}),
      ],
    },
    {
      name: 'nothing at all',
      parts: [{ type: 'finish', finishReason: 'stop', nativeFinishReason: 'stop' }],
      frames: [
        named('message_start', {}),
        named('ping', {}),
        named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
        named('content_block_stop', { index: 0 }),
        named('message_delta', {}),
        named('message_stop', {}),
      ],
    },
  ],
  native: {
    adapter: {
      mapUsage: (value) => {
        const { input_tokens: input, output_tokens: output } = asFields(value);
        const counts = { input: input as number, output: output as number };
        return { kind: 'usage', usage: { ...emptyUsage, ...counts } };
      },
      readExtras: () => ({}),
      mapStopReason: (word) => (typeof word === 'string' ? 'stop' : undefined),
      mapError: () => ({ kind: 'overloaded' }),
    },
    response: ({ id, model }, usageText) =>
      `{"model":"${model}","id":"${id}","type":"message","role":"assistant","content":[{"type":"text",` +
      `"text":"Hé","x":1.0}],"stop_reason":"end_turn","stop_sequence":null,"usage":${usageText},"new":[]}`,
    events: ({ id, model }) =>
      [
        `{"type":"message_start","message":{"model":"${model}","id":"${id}","type":"message","content":[],"usage":{"input_tokens":12,"output_tokens":1}}}`,
        '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
        '{"type":"ping"}',
        '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hé "},"p":-0.50}',
        '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"日本😀"}}',
        '{"type":"content_block_stop","index":0}',
        '{"type":"brand_new_event","index":0}',
      ].map(event),
    ending: (output) => [
      event(
        `{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":${output}}}`,
      ),
      stop,
    ],
    endingWithoutUsage: [
      event('{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null}}'),
      stop,
    ],
    errorEvent: event('{"type":"error","error":{"type":"overloaded_error","message":"Busy"}}'),
    garbage: [
      { name: 'message_start', data: '{"type":"message_start"}' },
      { name: 'mystery', data: '{}' },
    ],
  },
  readBody: (body) => readBlocks(asFieldList(body['content'])),
  readStream,
  readBlockStep: ({ data }) => {
    const { index, type } = asFields(data);
    const step = stepByType[String(type)];
    return step === undefined ? undefined : { step, index: index as number };
  },
  firstFrame: { name: 'message_start', data: { type: 'message_start' } },
  terminalFrame: { name: 'message_stop', data: { type: 'message_stop' } },
  failureFrames: (error, { requestId }) => [
    {
      name: 'error',
      data: {
        type: 'error',
        error: { type: 'api_error', message: error.message, code: error.entry.code },
        request_id: requestId,
      },
    },
  ],
});
