import type { EnvReader } from '@tollgate/config';
import type { AddressCaps } from './call/admit/free-claims';

const callsMax = 1_000_000;

/** Free calls per client address, over all its accounts. */
export function readFreeAddressCaps(env: EnvReader): AddressCaps {
  return {
    named: {
      requestsPerMinute: env.number('FREE_IP_RPM', {
        about: 'free calls of named models from one client address in a minute',
        fallback: 60,
        min: 0,
        max: callsMax,
      }),
      requestsPerDay: env.number('FREE_IP_DAILY', {
        about: 'free calls of named models from one client address in a day',
        fallback: 1_000,
        min: 0,
        max: callsMax,
      }),
    },
    auto: readAutoCaps(env),
  };
}

function readAutoCaps(env: EnvReader): AddressCaps['auto'] {
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
