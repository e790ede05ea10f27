import { waitUntil } from '@tollgate/testing';
import type { ApiAnswer } from './api-call';

const timeoutMs = 30_000;
const unavailable = 503;

/**
 * Repeats a call while it is answered with 503: a service that was restarted, or whose machine
 * stood still, refuses calls for a moment.
 */
export function untilAvailable(call: () => Promise<ApiAnswer>, what: string): Promise<ApiAnswer> {
  const probe = async (): Promise<ApiAnswer | undefined> => {
    const answer = await call();
    return answer.status === unavailable ? undefined : answer;
  };
  return waitUntil(probe, { timeoutMs, what });
}
