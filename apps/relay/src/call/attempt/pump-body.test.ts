import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { BodyFaultError, pumpBody } from './pump-body';
import { UpstreamExchange } from './upstream-exchange';

const idleMs = 300;
/** For tests in which the body is never idle. */
const patientMs = 10_000;

async function faultOf(pumping: Promise<void>): Promise<unknown> {
  return pumping.then(
    () => 'no fault',
    (error: unknown) => error,
  );
}

describe('pumping a body', () => {
  it('hands over every chunk in order and resolves at the end', async () => {
    const body = new PassThrough();
    const seen: string[] = [];
    const pumping = pumpBody(body, (chunk) => void seen.push(chunk.toString()), patientMs);
    for (const text of ['a', 'b', 'c']) {
      body.write(text);
      await sleep(1);
    }
    body.end();
    await pumping;
    expect(seen.join('')).toBe('abc');
  });

  it('fails as idle when nothing arrives, and destroys the body', async () => {
    const body = new PassThrough();
    const error = await faultOf(pumpBody(body, () => undefined, idleMs));
    expect(error).toBeInstanceOf(BodyFaultError);
    expect(error).toMatchObject({ fault: 'idle' });
    expect(body.destroyed).toBe(true);
  });

  async function pumpSlowly(text: string): Promise<unknown> {
    jest.useFakeTimers();
    try {
      const body = new PassThrough();
      const pumping = faultOf(pumpBody(body, () => undefined, idleMs));
      for (let chunk = 0; chunk < 6 && !body.destroyed; chunk++) {
        await jest.advanceTimersByTimeAsync(idleMs / 3);
        if (!body.destroyed) body.write(text);
      }
      body.end();
      await jest.advanceTimersByTimeAsync(1);
      return await pumping;
    } finally {
      jest.useRealTimers();
    }
  }

  it.each([
    ['line', 'data: x\n'],
    ['kilobyte', 'x'.repeat(1_024)],
  ])('counts silence from the last %s, not from the beginning', async (_what, text) => {
    expect(await pumpSlowly(text)).toBe('no fault');
  });

  it('fails as idle when single bytes arrive without a line end', async () => {
    expect(await pumpSlowly('x')).toMatchObject({ fault: 'idle' });
  });

  it('fails when lines arrive for ever', async () => {
    jest.useFakeTimers();
    try {
      const body = new PassThrough();
      const pumping = faultOf(pumpBody(body, () => undefined, 90_000));
      for (let minute = 0; minute < 60; minute++) {
        body.write(': ping\n');
        await jest.advanceTimersByTimeAsync(60_000);
      }
      expect(await pumping).toMatchObject({ fault: 'endless' });
      expect(body.destroyed).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([
    ['an error', (body: PassThrough) => body.destroy(new Error('reset'))],
    ['a close without an end', (body: PassThrough) => body.destroy()],
  ])('fails as cut after %s', async (_what, cut) => {
    const body = new PassThrough();
    const pumping = faultOf(pumpBody(body, () => undefined, patientMs));
    body.write('half');
    await sleep(1);
    cut(body);
    expect(await pumping).toMatchObject({ fault: 'cut' });
  });

  it('does not count the time that a slow taker needs as silence of the provider', async () => {
    const body = new PassThrough();
    const pumping = pumpBody(body, () => sleep(idleMs * 3), idleMs);
    body.end('slowly read');
    await expect(pumping).resolves.toBeUndefined();
  });

  it('does not count the time of a slow taker as silence when everything had arrived before', async () => {
    const body = new UpstreamExchange();
    body.onResponseData(null, Buffer.from('one'));
    body.onResponseData(null, Buffer.from('two'));
    body.onResponseEnd();
    await expect(pumpBody(body, () => sleep(idleMs * 2), idleMs)).resolves.toBeUndefined();
  });

  it('watches what is still to come of an answer that has come in part', async () => {
    const body = new UpstreamExchange();
    body.onResponseData(null, Buffer.from('one'));
    const fault = await faultOf(pumpBody(body, () => undefined, idleMs));
    expect(fault).toMatchObject({ fault: 'idle' });
  });

  it('passes nothing on while the taker is busy, and continues after it', async () => {
    const body = new PassThrough({ highWaterMark: 4 });
    const seen: string[] = [];
    let resume = (): void => undefined;
    const take = (chunk: Buffer): Promise<void> | undefined => {
      seen.push(chunk.toString());
      if (seen.length > 1) return undefined;
      return new Promise((resolve) => {
        resume = resolve;
      });
    };
    const pumping = pumpBody(body, take, 5_000);
    body.write('one1');
    await sleep(5);
    const isRoomLeft = body.write('two2');
    await sleep(5);
    expect(seen).toEqual(['one1']);
    // The provider's side feels it: this is what keeps a slow client out of our memory.
    expect(isRoomLeft).toBe(false);
    resume();
    await sleep(5);
    expect(seen).toEqual(['one1', 'two2']);
    body.end();
    await pumping;
  });

  it('fails with what the taker threw or rejected with', async () => {
    const thrown = new PassThrough();
    const throwing = faultOf(
      pumpBody(
        thrown,
        () => {
          throw new RangeError('too much');
        },
        idleMs,
      ),
    );
    thrown.write('x');
    expect(await throwing).toBeInstanceOf(RangeError);
    expect(thrown.destroyed).toBe(true);

    const rejected = new PassThrough();
    const rejecting = faultOf(
      pumpBody(rejected, () => Promise.reject(new RangeError('later')), idleMs),
    );
    rejected.write('x');
    expect(await rejecting).toBeInstanceOf(RangeError);
  });

  it('resolves at "enough" and discards the rest', async () => {
    const body = new PassThrough();
    const seen: string[] = [];
    const pumping = pumpBody(
      body,
      (chunk) => {
        seen.push(chunk.toString());
        return 'enough';
      },
      idleMs,
    );
    body.write('first');
    await pumping;
    body.write('rest');
    body.end();
    await sleep(5);
    expect(seen).toEqual(['first']);
    expect(body.readableEnded).toBe(true);
  });

  it('cuts a long rest', async () => {
    const body = new PassThrough();
    const pumping = pumpBody(body, () => 'enough', idleMs);
    body.write('first');
    await pumping;
    for (let chunk = 0; chunk < 20 && !body.destroyed; chunk++) {
      body.write(Buffer.alloc(64 * 1024));
      await sleep(1);
    }
    expect(body.destroyed).toBe(true);
  });
});
