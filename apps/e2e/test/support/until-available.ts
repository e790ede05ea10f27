import { waitUntil } from '@tollgate/testing';

const timeoutMs = 30_000;
const unavailable = 503;

/**
 * Repeats a call while it is answered with 503: a service that was restarted, or whose machine
 * stood still, refuses calls for a moment.
 */
export function untilAvailable<Answer extends { readonly status: number }>(
  call: () => Promise<Answer>,
  what: string,
): Promise<Answer> {
  const probe = async (): Promise<Answer | undefined> => {
    const answer = await call();
    return answer.status === unavailable ? undefined : answer;
  };
  return waitUntil(probe, { timeoutMs, what });
}
