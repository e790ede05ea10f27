import type { StreamPart } from '@tollgate/model-spec';
import { readFrames } from '@tollgate/model-testing';
import { findMemberText } from '@tollgate/provider-kit';
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

  it('tells what the provider counted', () => {
    expect(readInput(push({ type: 'prompt-tokens', promptTokens: 42 }, text))).toBe(42);
  });

  it('tells an estimate where nothing was counted yet', () => {
    expect(readInput(push(text))).toBe(request.estimatePromptTokens());
  });

  it('never tells zero', () => {
    expect(readInput(push({ type: 'prompt-tokens', promptTokens: 0 }, text))).toBe(1);
  });

  it('waits for something of the answer', () => {
    expect(
      push({ type: 'prompt-tokens', promptTokens: 42 }, { type: 'text-delta', text: '' }),
    ).toBe('');
  });
});

describe('a silent stream', () => {
  it('is kept alive by a ping, which clients know', () => {
    expect(anthropicMessages.keepAliveFrame).toBe('event: ping\ndata: {"type":"ping"}\n\n');
  });
});
