import { defineConfig, type EnvReader } from '@tollgate/config';

/** In the order of their start; they stop in the opposite order. */
export const serviceNames = ['billing', 'auth', 'orgs', 'relay', 'video', 'audit', 'edge'] as const;
export type ServiceName = (typeof serviceNames)[number];

export interface HostConfig {
  readonly services: readonly ServiceName[];
}

export const hostConfig = defineConfig<HostConfig>({
  name: 'host',
  read: (env) => ({ services: readServices(env) }),
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
