import { resolve } from 'node:path';
import type { ContainerEngineName } from '@tollgate/embedded';
import type { ComposeService } from './compose-file';

/** How one service is placed on this machine. */
export interface Placement {
  readonly engine: ContainerEngineName;
  /** Begins the names of everything that this run creates. */
  readonly project: string;
  readonly image: string;
  /** The first network of the service, in which it has this address. */
  readonly address: string;
  /** Addresses of all services by name: not every engine has a name server. */
  readonly hosts: Readonly<Record<string, string>>;
}

/**
 * Files and processes of a container. By default podman raises the limits of the machine, also with
 * `--ulimit host`, which a machine that is a container itself refuses.
 */
const podmanLimits = ['nofile=16384:16384', 'nproc=4096:4096'];

/** What follows `docker create` or `podman create` for one service. */
export function makeCreateArguments(service: ComposeService, placement: Placement): string[] {
  const { address, engine, hosts, image, project } = placement;
  const each = (flag: string, values: readonly string[]): string[] =>
    values.flatMap((value) => [flag, value]);
  const volumes = service.volumes.map((volume) =>
    volume.startsWith('.')
      ? resolve(volume.split(':')[0] ?? '') + afterColon(volume)
      : `${project}_${volume}`,
  );
  return [
    ...['--name', `${project}_${service.name}`, '--hostname', service.name],
    ...['--label', `tollgate.project=${project}`],
    ...['--network', `${project}_${service.networks[0] ?? ''}`, '--ip', address],
    ...['--mac-address', makeMacAddress(address)],
    ...each(
      '--add-host',
      Object.entries(hosts).map(([name, host]) => `${name}:${host}`),
    ),
    ...each(
      '--env',
      Object.entries(service.environment).map(([name, value]) => `${name}=${value}`),
    ),
    ...each('--volume', volumes),
    ...each('--tmpfs', service.tmpfs),
    ...each('--cap-drop', service.capDrop),
    ...each('--security-opt', service.securityOptions),
    ...(service.isReadOnly ? ['--read-only'] : []),
    ...(engine === 'podman' ? each('--ulimit', podmanLimits) : []),
    ...['--stop-timeout', String(service.stopSeconds), '--restart', 'unless-stopped'],
    // The test runs the check of the compose file itself: podman needs systemd for its own.
    '--no-healthcheck',
    image,
    ...service.command,
  ];
}

function afterColon(volume: string): string {
  return volume.slice(volume.indexOf(':'));
}

/**
 * The same after a restart, as docker has it. With a new one, its neighbours send to the old one
 * until their entry of the address expires, for half a minute.
 */
function makeMacAddress(address: string): string {
  const bytes = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return ['02', '42', ...bytes].join(':');
}
