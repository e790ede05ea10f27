import {
  describeDialectContract,
  type DialectContractOptions,
  type WireFrame,
} from '@tollgate/testing';
import { emptyUsage, type NeutralAnswer } from '@tollgate/model-spec';
import { asFieldList, asFields, type Fields } from '@tollgate/model-kit';
import { openAiChat } from './dialect';

const usage = { kind: 'usage', usage: { ...emptyUsage, input: 3, output: 2 } } as const;
const answer = (parts: NeutralAnswer['parts']): NeutralAnswer => ({
  parts,
  finishReason: 'stop',
  nativeFinishReason: 'end_turn',
  usage,
});
const tool = {
  type: 'function',
  function: { name: 'find', description: 'Finds', parameters: { type: 'object' }, strict: true },
};

function readMessage(message: Fields): ReturnType<DialectContractOptions['readBody']> {
  const calls = asFieldList(message['tool_calls']).map((call) => {
    const called = asFields(call['function']);
    return {
      id: String(call['id']),
      name: String(called['name']),
      arguments: JSON.parse(String(called['arguments'])) as unknown,
    };
  });
  return { text: (message['content'] as string | null) ?? '', toolCalls: calls };
}

function readStream(frames: readonly WireFrame[]): ReturnType<DialectContractOptions['readBody']> {
  let content = '';
  const calls: { id: unknown; function: { name: unknown; arguments: string } }[] = [];
  for (const { data } of frames) {
    const delta = asFields(asFieldList(asFields(data)['choices'])[0]?.['delta']);
    content += (delta['content'] as string | undefined) ?? '';
    for (const call of asFieldList(delta['tool_calls'])) {
      const { arguments: text, name } = asFields(call['function']);
      const known = calls[call['index'] as number];
      if (known) known.function.arguments += text as string;
      else calls.push({ id: call['id'], function: { name, arguments: text as string } });
    }
  }
  return readMessage({ content, tool_calls: calls });
}

const delta = (fields: Fields): unknown => ({
  choices: [{ index: 0, delta: fields, finish_reason: null }],
});
const chunk = ({ id, model }: { id: string; model: string }, rest: string): string =>
  `{"id":"${id}","object":"chat.completion.chunk","created":1700000000,"model":"${model}",${rest}}`;
const event = (data: string): { name: undefined; data: string } => ({ name: undefined, data });
const upstream = { id: 'chatcmpl-1', model: 'up-1' };
const finish = event(
  chunk(upstream, '"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null'),
);

describeDialectContract({
  dialect: openAiChat,
  idPrefix: 'gen-',
  costField: 'cost',
  minimalBody: { model: 'acme/chat-1', messages: [{ role: 'user', content: 'Hello' }] },
  requests: [
    {
      name: 'a question',
      body: {},
      neutral: { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }] },
    },
    {
      name: 'tools',
      body: { tools: [tool], tool_choice: 'required', parallel_tool_calls: false },
      neutral: {
        tools: [
          { name: 'find', description: 'Finds', parameters: { type: 'object' }, isStrict: true },
        ],
        toolChoice: 'required',
        parallelToolCalls: false,
      },
    },
  ],
  faults: [
    { body: { messages: [] }, code: 'missing_required_field' },
    { body: { max_tokens: 0 }, code: 'max_tokens_invalid' },
  ],
  answers: [
    {
      name: 'text with sources',
      answer: answer([
        { type: 'text', text: 'See ' },
        { type: 'text', text: 'this', annotations: [{ url: 'https://a.test', title: 'A' }] },
      ]),
      wire: {
        object: 'chat.completion',
        created: 1_763_110_800,
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: 'See this',
              annotations: [
                {
                  type: 'url_citation',
                  url_citation: { url: 'https://a.test', title: 'A', start_index: 0, end_index: 0 },
                },
              ],
            },
            finish_reason: 'stop',
            native_finish_reason: 'end_turn',
          },
        ],
      },
    },
    {
      name: 'thinking with a signature',
      answer: answer([
        { type: 'reasoning', text: 'Hm', format: 'anthropic', signature: 'sig' },
        { type: 'text', text: 'Hi' },
      ]),
      wire: {
        choices: [
          {
            message: {
              content: 'Hi',
              reasoning: 'Hm',
              reasoning_details: [
                {
                  type: 'reasoning.text',
                  text: 'Hm',
                  signature: 'sig',
                  format: 'anthropic-claude-v1',
                  index: 0,
                },
              ],
            },
          },
        ],
      },
    },
    {
      name: 'calls and no text',
      answer: answer([{ type: 'tool-call', id: 'c', name: 'f', arguments: '' }]),
      wire: {
        choices: [
          {
            message: {
              content: null,
              tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
            },
          },
        ],
      },
    },
    {
      name: 'images',
      answer: answer([{ type: 'image', url: 'https://a.test/1.png' }]),
      wire: {
        choices: [
          {
            message: {
              content: null,
              images: [{ type: 'image_url', image_url: { url: 'https://a.test/1.png' }, index: 0 }],
            },
          },
        ],
      },
    },
    {
      name: 'a refusal',
      answer: { ...answer([{ type: 'refusal', text: 'No' }]), finishReason: 'content_filter' },
      wire: {
        choices: [{ message: { content: null, refusal: 'No' }, finish_reason: 'content_filter' }],
      },
    },
    { name: 'nothing', answer: answer([]), wire: { choices: [{ message: { content: '' } }] } },
  ],
  streams: [
    {
      name: 'thinking, text, sources, images and a call',
      parts: [
        { type: 'reasoning-delta', text: 'H', format: 'anthropic' },
        { type: 'reasoning-delta', text: 'm', format: 'anthropic' },
        { type: 'reasoning-end', format: 'anthropic', signature: 'sig' },
        { type: 'redacted-reasoning', format: 'anthropic', data: 'secret' },
        { type: 'text-delta', text: 'Hi' },
        { type: 'annotation', annotation: { url: 'https://a.test' } },
        { type: 'refusal-delta', text: 'No' },
        { type: 'image', url: 'https://a.test/1.png' },
        { type: 'tool-call-start', index: 4, id: 'c', name: 'f', thoughtSignature: 'thought' },
        { type: 'tool-call-delta', index: 4, arguments: '{"a":1}' },
        { type: 'tool-call-end', index: 4 },
        { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'tool_use' },
        { type: 'usage', usage, raw: {} },
        { type: 'end' },
      ],
      frames: [
        { data: delta({ role: 'assistant', content: '' }) },
        {
          data: delta({
            reasoning: 'H',
            reasoning_details: [
              { type: 'reasoning.text', text: 'H', format: 'anthropic-claude-v1', index: 0 },
            ],
          }),
        },
        { data: delta({ reasoning: 'm', reasoning_details: [{ text: 'm', index: 0 }] }) },
        { data: delta({ reasoning_details: [{ signature: 'sig', index: 0 }] }) },
        {
          data: delta({
            reasoning_details: [{ type: 'reasoning.encrypted', data: 'secret', index: 1 }],
          }),
        },
        { data: delta({ content: 'Hi' }) },
        { data: delta({ annotations: [{ url_citation: { url: 'https://a.test' } }] }) },
        { data: delta({ refusal: 'No' }) },
        { data: delta({ images: [{ image_url: { url: 'https://a.test/1.png' }, index: 0 }] }) },
        {
          data: delta({
            tool_calls: [
              { index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '' } },
            ],
            reasoning_details: [{ data: 'thought', id: 'c', format: 'google-gemini-v1', index: 2 }],
          }),
        },
        { data: delta({ tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] }) },
        {
          data: {
            id: 'gen-01J9ZZZZZZZZZZZZZZZZZZZZZZ',
            object: 'chat.completion.chunk',
            created: 1_763_110_800,
            model: 'acme/chat-1',
            choices: [
              {
                index: 0,
                delta: {},
                finish_reason: 'tool_calls',
                native_finish_reason: 'tool_use',
              },
            ],
            usage: {
              prompt_tokens: 15,
              completion_tokens: 7,
              total_tokens: 22,
              prompt_tokens_details: { cached_tokens: 3 },
              completion_tokens_details: { reasoning_tokens: 2 },
            },
          },
        },
        { data: '[DONE]' },
      ],
    },
  ],
  native: {
    adapter: {
      mapUsage: (value) => {
        const output = asFields(value)['completion_tokens'] as number;
        return { kind: 'usage', usage: { ...emptyUsage, input: 3, output } };
      },
      readExtras: () => ({}),
      mapStopReason: (word) => (typeof word === 'string' ? 'stop' : undefined),
      mapError: () => ({ kind: 'overloaded' }),
    },
    response: ({ id, model }, usageText) =>
      `{"id":"${id}","object":"chat.completion","created":1,"model":"${model}",` +
      '"choices":[{"index":0,"message":{"role":"assistant","content":"Hé"},' +
      `"logprobs":{"p":-0.50},"finish_reason":"stop"}],"usage":${usageText},"fingerprint":"fp"}`,
    events: (face) => [
      event(chunk(face, '"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]')),
      event(chunk(face, '"choices":[{"index":0,"delta":{"content":"Hé "},"p":-0.50}],"x":1.0')),
      event(chunk(face, '"choices":[{"index":0,"delta":{"content":"日本😀"}}]')),
    ],
    ending: (output) => [
      finish,
      event(chunk(upstream, `"choices":[],"usage":{"completion_tokens":${output}}`)),
      event('[DONE]'),
    ],
    endingWithoutUsage: [finish, event('[DONE]')],
    errorEvent: event('{"error":{"message":"boom"}}'),
    garbage: [event('{"choices":"x"}')],
  },
  readBody: (body) => readMessage(asFields(asFieldList(body['choices'])[0]?.['message'])),
  readStream,
  firstFrame: { data: delta({ role: 'assistant', content: '' }) },
  terminalFrame: { data: '[DONE]' },
  failureFrames: (error, { ulid }) => [
    {
      data: {
        error: {
          message: error.message,
          type: 'api_error',
          code: error.entry.code,
          metadata: { generation_id: `gen-${ulid}` },
        },
      },
    },
    { data: '[DONE]' },
  ],
});

describe('a translated chat stream', () => {
  it('has a usage key in its last chunk and in no other', () => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
    const request = openAiChat.parseRequest(JSON.stringify(body), body);
    const face = { ulid: '01', model: 'm', requestId: 'r', createdAtSeconds: 1 };
    const renderer = openAiChat.createStreamRenderer({ face, request });
    expect(renderer.push({ type: 'text-delta', text: 'Hi' })).not.toContain('usage');
    const settled = { usage: emptyUsage, costNanos: 0n, upstream: undefined };
    expect(renderer.finish(settled).match(/"usage"/g)).toHaveLength(1);
  });
});
