import type { Dispatcher } from 'undici';
import { UpstreamExchange } from './upstream-exchange';

class FakeController {
  rawHeaders: Buffer[] | null = [Buffer.from('retry-after')];
  paused = false;
  aborted: Error | undefined;

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  abort(reason: Error): void {
    this.aborted ??= reason;
  }
}

function begin(): {
  exchange: UpstreamExchange;
  controller: FakeController & Dispatcher.DispatchController;
  heard: string[];
  send: (text: string) => void;
} {
  const exchange = new UpstreamExchange();
  const controller = new FakeController() as FakeController & Dispatcher.DispatchController;
  const heard: string[] = [];
  exchange.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
  for (const event of ['end', 'error', 'close']) exchange.on(event, () => heard.push(`(${event})`));
  exchange.head.catch(() => undefined);
  exchange.onRequestStart(controller);
  return {
    exchange,
    controller,
    heard,
    send: (text) => exchange.onResponseData(controller, Buffer.from(text)),
  };
}

describe('an exchange with a provider', () => {
  it('resolves with the head of the answer, not with an interim one', async () => {
    const { controller, exchange } = begin();
    exchange.onResponseStart(controller, 103, { link: 'x' });
    exchange.onResponseStart(controller, 429, { 'retry-after': '1' });
    expect(await exchange.head).toEqual({ status: 429, headers: { 'retry-after': '1' } });
  });

  it('does not keep the bytes of the headers while the body is open', () => {
    const { controller, exchange } = begin();
    exchange.onResponseStart(controller, 200, { 'retry-after': '1' });
    expect(controller.rawHeaders).toBeNull();
  });

  it('holds a whole answer until it is read', () => {
    const { controller, exchange, heard, send } = begin();
    send('a');
    send('b');
    exchange.onResponseEnd();
    expect([heard, controller.paused]).toEqual([[], false]);
    exchange.resume();
    expect(heard).toEqual(['a', 'b', '(end)', '(close)']);
  });

  it('passes on at once what arrives while it is read', () => {
    const { exchange, heard, send } = begin();
    exchange.resume();
    send('a');
    expect(heard).toEqual(['a']);
    exchange.onResponseEnd();
    expect(heard).toEqual(['a', '(end)', '(close)']);
  });

  it('pauses a provider that sends more than may be held', () => {
    const { controller, exchange, send } = begin();
    send('x'.repeat(65_535));
    expect(controller.paused).toBe(false);
    send('x');
    expect(controller.paused).toBe(true);
    exchange.resume();
    expect(controller.paused).toBe(false);
  });

  it('passes nothing on while its reader pauses, and keeps the order', () => {
    const { controller, exchange, heard, send } = begin();
    exchange.resume();
    exchange.on('data', () => exchange.pause());
    send('a');
    send('b');
    send('c');
    expect([heard, controller.paused]).toEqual([['a'], true]);
    exchange.resume();
    expect(heard).toEqual(['a', 'b']);
    exchange.onResponseEnd();
    exchange.resume();
    expect(heard).toEqual(['a', 'b', 'c']);
    exchange.resume();
    expect(heard).toEqual(['a', 'b', 'c', '(end)', '(close)']);
  });

  it('reports a broken body also to a late reader', () => {
    const { controller, exchange, heard, send } = begin();
    send('a');
    exchange.onResponseError(controller, new Error('reset'));
    expect(heard).toEqual([]);
    exchange.resume();
    expect(heard).toEqual(['(error)', '(close)']);
  });

  it('reports a broken body at once, even to a paused reader', () => {
    const { controller, exchange, heard, send } = begin();
    exchange.resume();
    send('a');
    exchange.pause();
    exchange.onResponseError(controller, new Error('reset'));
    expect(heard).toEqual(['a', '(error)', '(close)']);
  });

  it('rejects the head with the reason, also when it was aborted before it started', async () => {
    const exchange = new UpstreamExchange();
    const controller = new FakeController() as FakeController & Dispatcher.DispatchController;
    const reason = new Error('too late');
    exchange.abort(reason);
    exchange.onRequestStart(controller);
    await expect(exchange.head).rejects.toBe(reason);
    expect(controller.aborted).toBe(reason);
  });

  it('fails once for its reader when it is aborted', () => {
    const { controller, exchange, heard } = begin();
    exchange.resume();
    exchange.abort();
    exchange.abort();
    exchange.onResponseError(controller, new Error('aborted'));
    expect(heard).toEqual(['(error)', '(close)']);
    expect(controller.aborted).toBeDefined();
  });

  it('only closes when its reader wants no more', () => {
    const { controller, exchange, heard, send } = begin();
    exchange.resume();
    exchange.destroy();
    send('a');
    expect(heard).toEqual(['(close)']);
    expect(controller.aborted).toBeDefined();
  });

  it('keeps its regular end when it is aborted afterwards', () => {
    const { controller, exchange, heard } = begin();
    exchange.resume();
    exchange.onResponseEnd();
    exchange.abort();
    expect(heard).toEqual(['(end)', '(close)']);
    expect(controller.aborted).toBeUndefined();
  });
});
