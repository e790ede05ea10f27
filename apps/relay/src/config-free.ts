import type { EnvReader } from '@tollgate/config';

const callsMax = 1_000_000;

/** What one client address may take of `auto:free`, whichever accounts it uses. */
export function readFreeAddressCaps(env: EnvReader): {
  readonly requestsPerMinute: number;
  readonly requestsPerDay: number;
} {
  return {
    requestsPerMinute: env.number('AUTO_FREE_IP_RPM', {
      about: 'calls of auto:free from one client address in a minute',
      fallback: 20,
      min: 0,
      max: callsMax,
    }),
    requestsPerDay: env.number('AUTO_FREE_IP_DAILY', {
      about: 'calls of auto:free from one client address in a day',
      fallback: 300,
      min: 0,
      max: callsMax,
    }),
  };
}
