import type { ServerResponse } from 'node:http';

/** Pauses that end early when the client disconnects. */
export interface Pause {
  forMs(delayMs: number): Promise<void>;
  untilDrained(response: ServerResponse): Promise<void>;
}

export function createPause(response: ServerResponse): Pause {
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  return {
    forMs: async (delayMs) => {
      if (response.destroyed) return;
      let timer: NodeJS.Timeout | undefined;
      const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, delayMs)));
      await Promise.race([passed, closed]);
      clearTimeout(timer);
    },
    untilDrained: async (target) => {
      if (target.destroyed) return;
      await Promise.race([new Promise((resolve) => target.once('drain', resolve)), closed]);
    },
  };
}
