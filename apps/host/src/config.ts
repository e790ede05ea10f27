import { defineConfig, type EnvReader } from '@tollgate/config';
import { stopMsMax } from '@tollgate/lifecycle';

/** In the order of their start; they stop in the opposite order. */
export const serviceNames = ['billing', 'auth', 'orgs', 'relay', 'video', 'audit', 'edge'] as const;
export type ServiceName = (typeof serviceNames)[number];

export interface HostConfig {
  readonly services: readonly ServiceName[];
  readonly stopMsMax: number;
}

const stopSeconds = { fallback: stopMsMax / 1_000, min: 1, max: 3_600 };

export const hostConfig = defineConfig<HostConfig>({
  name: 'host',
  read: (env) => ({
    services: readServices(env),
    stopMsMax:
      1_000 *
      env.number('STOP_SECONDS_MAX', {
        about: 'seconds after a signal in which all services of this process stop together',
        ...stopSeconds,
      }),
  }),
});

function readServices(env: EnvReader): readonly ServiceName[] {
  const names = env.list('SERVICES', {
    about: `services of this process: all, or some of ${serviceNames.join(', ')}`,
  });
  if (names.join() === 'all') return serviceNames;
  const chosen = serviceNames.filter((service) => names.includes(service));
  if (names.length === 0 || chosen.length < names.length) {
    const allowed = serviceNames.join(', ');
    env.faults.push(`SERVICES must be "all" or some of ${allowed} (got "${names.join(',')}")`);
  }
  return chosen;
}
