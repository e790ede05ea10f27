import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { StreamWriter } from './stream-writer';

/** The part of a response that the writer uses, with a client that may stop reading. */
class SlowResponse extends EventEmitter {
  readonly written: string[] = [];
  head: { status: number; headers: Record<string, string> } | undefined;
  isFull = false;
  destroyed = false;
  isEnded = false;
  flushes = 0;

  get headersSent(): boolean {
    return this.head !== undefined;
  }

  writeHead(status: number, headers: Record<string, string>): void {
    this.head = { status, headers };
  }

  flushHeaders(): void {
    this.flushes += 1;
  }

  write(frames: string): boolean {
    this.written.push(frames);
    return !this.isFull;
  }

  end(frames: string): void {
    this.written.push(frames);
    this.isEnded = true;
    this.emit('close');
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function open(): { response: SlowResponse; writer: StreamWriter } {
  const response = new SlowResponse();
  const writer = new StreamWriter(response as unknown as Response, 'gen-1', {
    keepAliveFrame: ': keep-alive\n\n',
    heartbeatFrame: 'event: heartbeat\ndata: {}\n\n',
  });
  return { response, writer };
}

describe('a stream writer', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('commits the status with the first frame, not before', () => {
    const { response, writer } = open();
    expect(writer.isCommitted).toBe(false);
    expect(writer.write('data: 1\n\n')).toBeUndefined();
    expect(writer.isCommitted).toBe(true);
    expect(response.head).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'x-generation-id': 'gen-1',
        'x-accel-buffering': 'no',
      },
    });
  });

  it('sends the status line soon after the provider has answered, even without content', () => {
    const { response, writer } = open();
    writer.commit();
    jest.advanceTimersByTime(1_000);
    expect([response.flushes, response.written]).toEqual([1, []]);
  });

  it('sends the status together with a frame that comes at once', () => {
    const { response, writer } = open();
    writer.commit();
    void writer.write('data: 1\n\n');
    jest.advanceTimersByTime(1_000);
    expect(response.flushes).toBe(0);
  });

  it('waits for a client that does not keep up, until it reads again', async () => {
    const { response, writer } = open();
    response.isFull = true;
    const waiting = writer.write('data: 1\n\n');
    let isResumed = false;
    const resumed = waiting?.then(() => {
      isResumed = true;
    });
    await Promise.resolve();
    expect(isResumed).toBe(false);
    response.emit('drain');
    await resumed;
    expect(isResumed).toBe(true);
    expect(response.listenerCount('drain')).toBe(0);
  });

  it('disconnects a client that reads nothing for a minute', async () => {
    const { response, writer } = open();
    response.isFull = true;
    const waiting = writer.write('data: 1\n\n');
    jest.advanceTimersByTime(59_999);
    expect(response.destroyed).toBe(false);
    jest.advanceTimersByTime(1);
    expect(response.destroyed).toBe(true);
    await expect(waiting).resolves.toBeUndefined();
  });

  it('breaks a silence of 15 seconds with a comment, which also commits the status', () => {
    const { response, writer } = open();
    jest.advanceTimersByTime(14_999);
    expect(response.written).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(response.written).toEqual([': keep-alive\n\n']);
    expect(writer.isCommitted).toBe(true);
  });

  it('sends a heartbeat every minute to clients that expect one', () => {
    const { response, writer } = open();
    jest.advanceTimersByTime(60_000);
    expect(response.written.filter((frame) => frame.startsWith('event: heartbeat'))).toHaveLength(
      1,
    );
    writer.end('');
    jest.advanceTimersByTime(120_000);
    expect(response.written.filter((frame) => frame.startsWith('event: heartbeat'))).toHaveLength(
      1,
    );
  });

  it('counts the silence from the last frame', () => {
    const { response, writer } = open();
    jest.advanceTimersByTime(10_000);
    void writer.write('data: 1\n\n');
    jest.advanceTimersByTime(14_000);
    expect(response.written).toEqual(['data: 1\n\n']);
  });

  it.each([
    ['the end', (writer: StreamWriter) => writer.end('data: [DONE]\n\n')],
    ['being abandoned', (writer: StreamWriter) => writer.abandon()],
  ])('is silent after %s', (_what, finish) => {
    const { response, writer } = open();
    writer.commit();
    finish(writer);
    const before = [...response.written];
    jest.advanceTimersByTime(120_000);
    expect(response.written).toEqual(before);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('keeps no timer for a client that has left', () => {
    const { response, writer } = open();
    writer.commit();
    response.destroy();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('commits an end without any frame before it', () => {
    const { response, writer } = open();
    writer.end('data: [DONE]\n\n');
    expect(response.head?.status).toBe(200);
    expect(response.isEnded).toBe(true);
  });
});
