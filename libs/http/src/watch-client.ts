import type { ServerResponse } from 'node:http';

/** Aborted when the client disconnects before its answer is complete. */
export function watchClient(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // Only the response shows it: a request closes as soon as its body was read.
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
