import { emptyUsage, type NeutralAnswer, type StreamPart } from '@tollgate/model-spec';
import { readFrames } from '@tollgate/testing';
import { findMemberText } from '@tollgate/model-kit';
import { anthropicMessages } from './dialect';

const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hello there' }] };
const request = anthropicMessages.parseRequest(JSON.stringify(body), body);
const face = { ulid: '01', model: 'acme/chat-1', requestId: 'req_1', createdAtSeconds: 1 };
const push = (...parts: StreamPart[]): string => {
  const renderer = anthropicMessages.createStreamRenderer({ face, request });
  return parts.map((part) => renderer.push(part)).join('');
};

describe('the start of a message', () => {
  const text: StreamPart = { type: 'text-delta', text: 'Hi' };
  const readInput = (frames: string): unknown => {
    const data = JSON.stringify(readFrames(frames)[0]?.data);
    const message = findMemberText(data, 'message') ?? '{}';
    return (JSON.parse(findMemberText(message, 'usage') ?? '{}') as Record<string, unknown>)[
      'input_tokens'
    ];
  };

  it('sends the count of the provider', () => {
    expect(readInput(push({ type: 'prompt-tokens', promptTokens: 42 }, text))).toBe(42);
  });

  it('sends an estimate while nothing was counted yet', () => {
    expect(readInput(push(text))).toBe(request.estimatePromptTokens());
  });

  it('never sends zero', () => {
    expect(readInput(push({ type: 'prompt-tokens', promptTokens: 0 }, text))).toBe(1);
  });

  it('waits for something of the answer', () => {
    expect(
      push({ type: 'prompt-tokens', promptTokens: 42 }, { type: 'text-delta', text: '' }),
    ).toBe('');
  });
});

describe('sealed thinking of other providers', () => {
  const isThought = (part: { readonly type: string }): boolean => part.type.includes('thinking');

  it.each<[string, StreamPart]>([
    ['of Google', { type: 'reasoning-end', format: 'google', signature: 'seal' }],
    ['of OpenAI', { type: 'reasoning-end', format: 'openai', signature: 'seal', id: 'rs_1' }],
    ['of an unknown provider', { type: 'redacted-reasoning', format: 'unknown', data: 'seal' }],
  ])('makes no block of its own: %s', (_name, seal) => {
    const said = push({ type: 'text-delta', text: 'a' }, seal, { type: 'text-delta', text: 'b' });
    const events = readFrames(said).map(({ data }) => data as Record<string, { type: string }>);
    const starts = events.flatMap((event) => event['content_block'] ?? []);
    expect(starts).toEqual([{ type: 'text', text: '' }]);
  });

  it('makes no block of a whole answer', () => {
    const settled = { usage: emptyUsage, costNanos: 0n, upstream: undefined };
    const answer = {
      parts: [
        { type: 'reasoning', text: '', format: 'openai', signature: 'seal' },
        { type: 'reasoning', text: '', format: 'unknown', signature: 'seal', isRedacted: true },
        { type: 'reasoning', text: 'Hm', format: 'google', signature: 'seal' },
      ],
      finishReason: 'stop',
      nativeFinishReason: 'STOP',
      usage: { kind: 'missing' },
    } as const satisfies NeutralAnswer;
    const message = anthropicMessages.renderResponse(answer, { face, request }, settled);
    const { content } = JSON.parse(message) as { content: { type: string }[] };
    expect(content.filter(isThought)).toMatchObject([{ type: 'thinking', thinking: 'Hm' }]);
  });
});

describe('a silent stream', () => {
  it('is kept alive by a ping event', () => {
    expect(anthropicMessages.keepAliveFrame).toBe('event: ping\ndata: {"type":"ping"}\n\n');
  });
});
