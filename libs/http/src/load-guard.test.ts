import { createMetrics, silentLogger, type Logger } from '@tollgate/observability';
import { LoadGuard } from './load-guard';

function setUp() {
  const load = { loopDelayMs: 1, memoryBytes: 100, requests: 1 };
  const lines: [message: string, fields: object | undefined][] = [];
  const note = (message: string, fields?: object): void => void lines.push([message, fields]);
  const logger: Logger = { ...silentLogger, info: note, warn: note };
  const metrics = createMetrics('load-test');
  const guard = new LoadGuard({
    limits: { loopDelayMsMax: 200, memoryBytesMax: 1_000, requestsMax: 10 },
    watchLoad: () => () => undefined,
    countRequests: () => load.requests,
    bodies: { bytesHeld: 7 },
    metrics,
    logger,
  });
  const sample = (times: number, reading: Partial<typeof load> = {}): void => {
    Object.assign(load, reading);
    for (let time = 0; time < times; time++) guard.sample(load);
  };
  return { guard, lines, load, metrics, sample };
}

describe('the load guard', () => {
  it('admits all requests under normal load', () => {
    const { guard, lines, sample } = setUp();
    sample(5, { loopDelayMs: 200, memoryBytes: 1_000, requests: 10 });
    expect(guard.admits()).toBe(true);
    expect(lines).toEqual([]);
  });

  it('refuses when the event loop stays slow, not for one slow turn', () => {
    const { guard, sample } = setUp();
    sample(1, { loopDelayMs: 5_000, requests: 8 });
    expect(guard.admits()).toBe(true);
    sample(1, { loopDelayMs: 1 });
    sample(1, { loopDelayMs: 5_000 });
    expect(guard.admits()).toBe(true);
    sample(1);
    expect(guard.admits()).toBe(false);
  });

  it('admits requests on a slow machine while few of them run', () => {
    const { guard, lines, sample } = setUp();
    sample(10, { loopDelayMs: 5_000, requests: 7 });
    expect(guard.admits()).toBe(true);
    expect(lines).toEqual([]);
  });

  it('refuses at once when memory is full, or too many requests run', () => {
    const first = setUp();
    first.sample(1, { memoryBytes: 1_001 });
    expect(first.guard.admits()).toBe(false);
    const second = setUp();
    second.load.requests = 11;
    expect(second.guard.admits()).toBe(false);
  });

  it.each([
    ['the loop', { loopDelayMs: 201, requests: 8 }, { loopDelayMs: 150 }, { loopDelayMs: 99 }],
    ['memory', { memoryBytes: 1_001 }, { memoryBytes: 950 }, { memoryBytes: 899 }],
    ['requests', { requests: 11 }, { requests: 10 }, { requests: 8 }],
  ])('goes on only when %s is well below its limit, for a while', (_name, high, still, low) => {
    const { guard, sample } = setUp();
    sample(2, high);
    guard.admits();
    expect(guard.admits()).toBe(false);
    sample(5, still);
    expect(guard.admits()).toBe(false);
    sample(1, low);
    expect(guard.admits()).toBe(false);
    sample(1);
    expect(guard.admits()).toBe(true);
  });

  it('answers 503 with Retry-After, counts it, and logs when it began and ended', async () => {
    const { guard, lines, metrics, sample } = setUp();
    sample(1, { memoryBytes: 2_000 });
    expect(guard.refuse()).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    guard.refuse();
    const { text } = await metrics.render();
    expect(text).toMatch(/^http_load_shedding\{[^}]*\} 1$/m);
    expect(text).toMatch(/^http_shed_requests_total\{[^}]*\} 2$/m);
    expect(text).toMatch(/^http_memory_bytes\{[^}]*\} 2000$/m);
    sample(2, { memoryBytes: 1 });
    expect(lines).toMatchObject([
      ['load shedding began', { reason: 'memory', memoryBytes: 2_000 }],
      ['load shedding ended', { reason: 'memory', refused: 2 }],
    ]);
    expect((await metrics.render()).text).toMatch(/^http_load_shedding\{[^}]*\} 0$/m);
  });

  it('logs once that there is no room for bodies, and when there is room again', async () => {
    const { guard, lines, metrics, sample } = setUp();
    expect(guard.refuseBody()).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    guard.refuseBody();
    sample(1);
    guard.refuseBody();
    expect(guard.admits()).toBe(true);
    sample(1);
    expect(lines).toEqual([['load shedding began', { reason: 'bodies', bodyBytes: 7 }]]);
    sample(2);
    expect(lines.slice(1)).toEqual([['load shedding ended', { reason: 'bodies', bodyBytes: 7 }]]);
    const { text } = await metrics.render();
    expect(text).toMatch(/^http_shed_requests_total\{[^}]*\} 3$/m);
    expect(text).toMatch(/^http_body_bytes\{[^}]*\} 7$/m);
  });
});
