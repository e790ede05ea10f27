import { AppError } from '@tollgate/errors';
import { emptyUsage, type StreamPart } from '@tollgate/model-spec';
import { TranslatedStream } from './translated-stream';

const usage = { kind: 'usage', usage: { ...emptyUsage, input: 3, output: 2 } } as const;

/** The upstream's event names its parts; the client's frame names what was rendered. */
function open(
  script: Readonly<Record<string, readonly StreamPart[]>>,
  hidesReasoning = false,
): { stream: TranslatedStream; texts: string[] } {
  const texts: string[] = [];
  const stream = new TranslatedStream({
    reader: { push: ({ data }) => script[data] ?? [], end: () => script['end'] ?? [] },
    renderer: {
      push: (part) => `<${part.type}>`,
      finish: ({ costNanos }) => `<cost ${costNanos}>`,
      fail: (error) => `<${error.reason}>`,
    },
    hidesReasoning,
    onText: (text) => texts.push(text),
  });
  return { stream, texts };
}

const push = (stream: TranslatedStream, data: string): string =>
  stream.push({ name: undefined, data });

describe('a translated stream', () => {
  const thought: StreamPart = { type: 'reasoning-delta', text: 'hm', format: 'unknown' };
  const script = {
    start: [{ type: 'prompt-tokens', promptTokens: 3 }],
    thought: [thought, { type: 'reasoning-end', format: 'unknown' }],
    text: [{ type: 'text-delta', text: 'Hi' }],
    call: [
      { type: 'tool-call-start', index: 0, id: 'c', name: 'f' },
      { type: 'tool-call-delta', index: 0, arguments: '{}' },
    ],
    finish: [
      { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'tool_use' },
      { type: 'usage', usage, raw: {} },
      { type: 'end' },
    ],
    error: [{ type: 'error', failure: { kind: 'overloaded' } }],
    end: [{ type: 'text-delta', text: 'late' }],
  } as const satisfies Readonly<Record<string, readonly StreamPart[]>>;

  it('has no content before the answer itself begins', () => {
    const { stream } = open(script);
    expect(push(stream, 'start')).toBe('<prompt-tokens>');
    expect(stream.hasContent).toBe(false);
    push(stream, 'text');
    expect(stream.hasContent).toBe(true);
  });

  it('fails when the provider reports an error as the finish reason', () => {
    const { stream } = open({
      finish: [{ type: 'finish', finishReason: 'error', nativeFinishReason: 'MALFORMED' }],
    });
    push(stream, 'finish');
    expect(stream.failure).toEqual({ kind: 'overloaded' });
  });

  it('remembers how it ended and what was used', () => {
    const { stream } = open(script);
    push(stream, 'text');
    expect([stream.hasFinished, stream.isDone]).toEqual([false, false]);
    push(stream, 'finish');
    expect(stream).toMatchObject({
      hasFinished: true,
      isDone: true,
      finishReason: 'tool_calls',
      nativeFinishReason: 'tool_use',
      usage,
    });
  });

  it('hides the reasoning on request, and still counts it', () => {
    const { stream, texts } = open(script, true);
    expect(push(stream, 'thought') + push(stream, 'text')).toBe('<text-delta>');
    expect(texts).toEqual(['hm', 'Hi']);
  });

  it('passes all output to the counter', () => {
    const { stream, texts } = open(script);
    for (const event of ['thought', 'text', 'call']) push(stream, event);
    expect(texts).toEqual(['hm', 'Hi', 'f', '{}']);
  });

  it('reports a failure that the provider sent inside of it', () => {
    const { stream } = open(script);
    push(stream, 'error');
    expect(stream.failure).toEqual({ kind: 'overloaded' });
    expect(stream.fail(new AppError('upstream_unavailable'))).toBe('<upstream_unavailable>');
  });

  it('gives what the reader still kept when the provider closes', () => {
    expect(open(script).stream.end()).toBe('<text-delta>');
  });
});
