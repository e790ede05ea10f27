import type { AnswerSink } from './answer-sink';

/** A client that reads nothing for this long is disconnected. */
const stallMsMax = 60_000;

/** Resolves when the client has read what was written, or has disconnected. */
export function waitForDrain(response: AnswerSink): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      response.off('drain', done).off('close', done);
      resolve();
    };
    const timer = setTimeout(() => response.destroy(), stallMsMax);
    response.once('drain', done).once('close', done);
  });
}
