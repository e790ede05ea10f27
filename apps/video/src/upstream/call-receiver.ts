import type { CallReceiver } from '../use-cases/deliver-webhook';
import type { HttpClient } from './http-client';

const callMsMax = 10_000;
/** Only the status of a receiver matters; its body is not read. */
const bodyBytesMax = 4 * 1024;

/** Calls an address that a tenant chose; what it answers is not read, only let run out. */
export function createCallReceiver(client: HttpClient): CallReceiver {
  return async (url, { body, headers }) => {
    const signal = AbortSignal.timeout(callMsMax);
    try {
      const answer = await client.open({ method: 'POST', url, headers, body }, 'guarded', signal);
      await answer.body.dump({ limit: bodyBytesMax, signal }).catch(() => undefined);
      answer.body.destroy();
      return answer.status;
    } catch {
      return undefined;
    }
  };
}
