import { Readable } from 'node:stream';
import type { Response } from 'express';
import { anOpenedCall } from '../../../test/support/build-calls';
import type { PassBytes } from '../../domain/endpoint';
import type { AnswerFailedError } from '../attempt/answer-failed-error';
import type { UpstreamAnswer } from '../attempt/open-upstream';
import { passAnswerBytes } from './pass-bytes';
import type { OpenedCall } from '../attempt/opened-call';

const bytes: PassBytes = {
  readType: (headers) => headers['content-type'] as string | undefined,
  makeLines: () => [{ bucket: 'character', units: 1_000n, pricePicos: 15_000_000n }],
};

class FakeResponse {
  headersSent = false;
  destroyed = false;
  heads: Record<string, string> = {};
  readonly written: string[] = [];

  writeHead(_status: number, heads: Record<string, string>): void {
    this.headersSent = true;
    this.heads = heads;
  }

  write(chunk: Buffer): boolean {
    this.written.push(String(chunk));
    return true;
  }
}

function run(
  body: Readable,
  changes: Partial<OpenedCall> = {},
  headers: Record<string, string> = { 'content-type': 'audio/wav' },
): { response: FakeResponse; answer: ReturnType<typeof passAnswerBytes> } {
  const opened = anOpenedCall();
  const answer = { ...opened.answer, headers, body: body as UpstreamAnswer['body'] };
  const response = new FakeResponse();
  const call = { ...opened, answer, ...changes };
  return {
    response,
    answer: passAnswerBytes(call, bytes, response as unknown as Response, 1_000),
  };
}

const stream = (...chunks: string[]): Readable =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

/** Breaks after its chunks. */
function broken(...chunks: string[]): Readable {
  return Readable.from(
    (async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk);
      await Promise.resolve();
      throw new Error('reset');
    })(),
  );
}

const fail = async (answer: Promise<unknown>): Promise<AnswerFailedError> =>
  answer.then(
    () => {
      throw new Error('it passed');
    },
    (error: unknown) => error as AnswerFailedError,
  );

describe('an answer of bytes', () => {
  it('is passed on, all but the last piece, with its price before it', async () => {
    const { answer, response } = run(stream('one', 'two', 'three'));
    const complete = await answer;
    expect(response.written).toEqual(['one', 'two']);
    expect(response.heads).toMatchObject({
      'content-type': 'audio/wav',
      'x-tollgate-cost': '0.015',
      'x-content-type-options': 'nosniff',
    });
    const settled = { usage: {} as never, costNanos: 0n, upstream: undefined };
    expect(String(complete.render(settled))).toBe('three');
  });

  it('in one piece is sent only after it is recorded', async () => {
    const { answer, response } = run(stream('all'));
    await answer;
    expect(response.headersSent).toBe(false);
  });

  it('costs nothing where the call is free', async () => {
    const { answer, response } = run(stream('one', 'two'), { unpaid: { kind: 'byok' } });
    await answer;
    expect(response.heads['x-tollgate-cost']).toBe('0');
  });

  it('leads to the next provider when it has no bytes or another type', async () => {
    for (const { answer, response } of [
      run(stream()),
      run(stream(''), {}),
      run(stream('<html>'), {}, {}),
      run(broken()),
    ]) {
      const error = await fail(answer);
      expect(error.shown.reason).toBe('upstream_unavailable');
      expect(error.isFinal).toBe(false);
      expect(response.headersSent).toBe(false);
    }
  });

  it('that broke off in the middle is not restarted', async () => {
    const { answer, response } = run(broken('one', 'two', 'three'));
    const error = await fail(answer);
    expect(error.isFinal).toBe(true);
    expect(response.written).toEqual(['one', 'two']);
  });

  it('is cancelled with its client', async () => {
    const { answer } = run(broken('one', 'two'), { clientGone: AbortSignal.abort() });
    expect((await fail(answer)).isCancelled).toBe(true);
  });

  it('waits for a client that does not keep up', async () => {
    const slow = new Readable({ read: () => undefined });
    const { answer, response } = run(slow);
    let drain: (() => void) | undefined;
    Object.assign(response, {
      write: (chunk: Buffer) => response.written.push(String(chunk)) > 1,
      once: (name: string, listener: () => void) => {
        if (name === 'drain') drain = listener;
        return response;
      },
      off: () => response,
      destroy: () => undefined,
    });
    slow.push('one');
    await new Promise((resolve) => setTimeout(resolve, 5));
    slow.push('two');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(slow.isPaused()).toBe(true);
    drain?.();
    slow.push('three');
    slow.push(null);
    await answer;
    expect(response.written).toEqual(['one', 'two']);
  });
});
