import type { ServerResponse } from 'node:http';
import type { Part } from '@tollgate/lifecycle';

export interface HangingCalls extends Part {
  /** Keeps the call open until its client disconnects or the simulator stops. */
  hold(response: ServerResponse): void;
}

/** Without this, calls with `hang` would hold up the drain of the server. */
export function createHangingCalls(): HangingCalls {
  const held = new Set<ServerResponse>();
  return {
    name: 'hanging calls',
    hold: (response) => {
      held.add(response);
      response.once('close', () => held.delete(response));
    },
    stop: () => {
      for (const response of held) response.destroy();
    },
  };
}
