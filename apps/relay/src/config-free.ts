import type { EnvReader } from '@tollgate/config';
import type { AddressCaps } from './call/admit/free-claims';

const callsMax = 1_000_000;

/** Free calls per client address, over all its accounts. */
export function readFreeAddressCaps(env: EnvReader): AddressCaps {
  const readCap = (name: string, about: string, fallback: number): number =>
    env.number(name, { about, fallback, min: 0, max: callsMax });
  const named = 'free calls of named models from one client address';
  const auto = 'calls of auto:free from one client address';
  return {
    named: {
      requestsPerMinute: readCap('FREE_IP_RPM', `${named} in a minute`, 60),
      requestsPerDay: readCap('FREE_IP_DAILY', `${named} in a day`, 1_000),
    },
    auto: {
      requestsPerMinute: readCap('AUTO_FREE_IP_RPM', `${auto} in a minute`, 20),
      requestsPerDay: readCap('AUTO_FREE_IP_DAILY', `${auto} in a day`, 300),
    },
  };
}
