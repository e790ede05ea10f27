import { join } from 'node:path';
import { loadConfig, runServices, type HostProcess, type Service } from '@tollgate/hosting';
import { hostConfig, type ServiceName } from './config';

export interface RunHostOptions {
  /** The services that this program was built with. */
  readonly services: Readonly<Partial<Record<ServiceName, Service>>>;
  readonly host: HostProcess;
  /** Of the built program. Every service is built into a folder of its own name beside it. */
  readonly directory: string;
}

/** Runs the services that SERVICES names. */
export function runHost({ directory, host, services }: RunHostOptions): void {
  const config = loadConfig(hostConfig, host.env, host);
  const missing = config?.services.filter((name) => services[name] === undefined) ?? [];
  if (missing.length > 0) {
    const known = Object.keys(services).join(', ');
    host.stderr.write(`this program has ${known}; SERVICES names ${missing.join(', ')} too\n`);
  }
  if (config === undefined || missing.length > 0) {
    host.exit(1);
    return;
  }
  const chosen = config.services.map((name) => services[name]).filter((each) => each !== undefined);
  const directoryOf = (name: string): string => join(directory, '..', name);
  runServices(chosen, { host, directoryOf, stopMsMax: config.stopMsMax });
}
