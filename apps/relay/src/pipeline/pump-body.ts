export type BodyFault = 'idle' | 'endless' | 'cut';

/** The upstream's answer did not come to its end. */
export class BodyFaultError extends Error {
  override readonly name = 'BodyFaultError';

  constructor(
    readonly fault: BodyFault,
    options?: { cause: unknown },
  ) {
    super(`upstream body: ${fault}`, options);
  }
}

/** As much of a stream as pumping needs. Nothing comes before the first resume. */
export interface BodySource {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  off(event: 'data', listener: (chunk: Buffer) => void): unknown;
  once(event: 'end' | 'close', listener: () => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  /** What is still to come is of no interest. */
  destroy(): unknown;
}

/** Undefined: go on. A promise: pause until it resolves. `enough`: the rest is of no interest. */
export type TakeChunk = (chunk: Buffer) => Promise<void> | 'enough' | undefined;

const drainMsMax = 1_000;
const drainBytesMax = 256 * 1024;
/** No answer takes as long; whoever keeps a line open for ever holds what others need. */
const answerMsMax = 60 * 60_000;
/** Bytes that are as good as a whole line. */
const progressBytesMin = 1_024;
const lineEnd = 0x0a;

/**
 * Hands the body over chunk by chunk and resolves at its end. Pausing reaches back to the
 * provider's socket, so a slow client never fills our memory.
 */
export function pumpBody(body: BodySource, take: TakeChunk, idleTimeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    let isWaiting = false;
    let timer: NodeJS.Timeout | undefined;
    let end: NodeJS.Timeout | undefined;
    const resume = (): void => {
      if (isSettled) return;
      isWaiting = false;
      body.resume();
      // Most answers are here by now, and need no watch.
      if (isSettled) return;
      end ??= setTimeout(() => fail(new BodyFaultError('endless')), answerMsMax);
      if (!isWaiting) timer = setTimeout(() => fail(new BodyFaultError('idle')), idleTimeoutMs);
    };
    const settle = (): boolean => {
      const isFirst = !isSettled;
      isSettled = true;
      clearTimeout(timer);
      clearTimeout(end);
      body.off('data', onData);
      return isFirst;
    };
    const finish = (): void => {
      if (settle()) resolve();
    };
    const fail = (error: unknown): void => {
      if (!settle()) return;
      body.destroy();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    let trickledBytes = 0;
    const onData = (chunk: Buffer): void => {
      // A byte now and then is silence, too: nothing would ever come of it.
      trickledBytes += chunk.length;
      if (trickledBytes >= progressBytesMin || chunk.includes(lineEnd)) {
        trickledBytes = 0;
        timer?.refresh();
      }
      try {
        const outcome = take(chunk);
        if (outcome === 'enough') {
          finish();
          drainRest(body);
        } else if (outcome !== undefined) {
          // While we wait for the client, the silence is not the provider's.
          isWaiting = true;
          body.pause();
          clearTimeout(timer);
          outcome.then(resume, fail);
        }
      } catch (error) {
        fail(error);
      }
    };
    body.on('data', onData);
    body.once('end', finish);
    body.once('error', (cause) => fail(new BodyFaultError('cut', { cause })));
    body.once('close', () => {
      // After a normal end there is nothing to complain about, and an Error costs its stack trace.
      if (!isSettled) fail(new BodyFaultError('cut'));
    });
    resume();
  });
}

/** A body that ends soon leaves its connection reusable; one that goes on is cut. */
function drainRest(body: BodySource): void {
  const timer = setTimeout(() => body.destroy(), drainMsMax);
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainBytesMax) body.destroy();
  });
  body.once('close', () => clearTimeout(timer));
  body.resume();
}
