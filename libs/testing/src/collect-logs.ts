import { Writable } from 'node:stream';

export interface CollectedLogs {
  /** Give this to the logger as its destination. */
  readonly destination: Writable;
  /** Every line so far, parsed. */
  readonly lines: () => readonly Record<string, unknown>[];
}

const linesMax = 10_000;

/** A destination for JSON lines that a test can look at. */
export function collectLogs(): CollectedLogs {
  let text = '';
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString('utf8');
      done();
    },
  });
  return {
    destination,
    lines: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .slice(-linesMax)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
