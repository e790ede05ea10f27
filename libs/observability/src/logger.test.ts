import { createLogger } from './logger';
import { createMetrics } from './metrics';

function captureLines(): { lines: Record<string, unknown>[]; write: (line: string) => void } {
  const lines: Record<string, unknown>[] = [];
  return { lines, write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
}

describe('the logger', () => {
  it('writes one JSON line with a constant message and fields', () => {
    const sink = captureLines();
    createLogger({ service: 'relay', level: 'info', destination: sink }).info('hold placed', {
      amountNanos: 5n,
    });
    expect(sink.lines).toEqual([
      expect.objectContaining({
        service: 'relay',
        level: 'info',
        message: 'hold placed',
        amountNanos: '5',
      }),
    ]);
  });

  it('never writes keys, passwords or prompts, at any depth', () => {
    const sink = captureLines();
    createLogger({ service: 'x', level: 'info', destination: sink })
      .child({ token: 'canary-1' })
      .error('failed', {
        password: 'canary-2',
        request: {
          headers: { authorization: 'canary-3', 'x-api-key': 'canary-4' },
          messages: ['canary-5'],
        },
        text: 'sent Bearer sk-tg-canary6canary6canary6',
        error: new Error('key sk-tg-canary7canary7 refused', {
          cause: new Error('sk-canary8canary8'),
        }),
      });
    expect(JSON.stringify(sink.lines)).not.toContain('canary');
    expect(sink.lines).toHaveLength(1);
  });

  it('names the running request, unless the line names one itself', () => {
    const sink = captureLines();
    const describeRequest = () => ({ requestId: 'req_1', traceId: undefined });
    const options = { service: 'x', level: 'info', destination: sink, describeRequest } as const;
    const logger = createLogger(options).child({ part: 'a' });
    logger.info('one');
    logger.info('two', { requestId: 'req_2' });
    expect(sink.lines.map(({ requestId }) => requestId)).toEqual(['req_1', 'req_2']);
    expect(sink.lines[0]).not.toHaveProperty('traceId');
  });

  it('keeps quiet below its level', () => {
    const sink = captureLines();
    createLogger({ service: 'x', level: 'warn', destination: sink }).info('hello');
    expect(sink.lines).toEqual([]);
  });
});

describe('metrics', () => {
  it('are rendered with the name of the service', async () => {
    const metrics = createMetrics('billing');
    metrics.counter('tollgate_things_total', 'things', ['kind']).inc({ kind: 'a' });
    expect((await metrics.render()).text).toContain(
      'tollgate_things_total{kind="a",service="billing"} 1',
    );
  });
});
