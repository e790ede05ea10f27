import type { Redis } from 'ioredis';
import type { RedisHost } from '@tollgate/store-address';

/** A master of a cluster, with the slots that it serves. */
export interface ClusterMaster extends RedisHost {
  /** From and to, both included; rising. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** A cluster as one of its servers sees it. */
export interface ClusterView {
  readonly isOk: boolean;
  /** Rises with every failover. */
  readonly epoch: number;
  readonly masters: readonly ClusterMaster[];
  readonly replicas: readonly RedisHost[];
}

type Endpoint = readonly [host: string | null, port: number, ...rest: unknown[]];
type SlotsEntry = readonly [from: number, to: number, master: Endpoint, ...replicas: Endpoint[]];

export function formatHost({ host, port }: RedisHost): string {
  return `${host}:${port}`;
}

export async function readClusterView(server: Redis): Promise<ClusterView> {
  const [info, slots] = await Promise.all([server.cluster('INFO'), server.cluster('SLOTS')]);
  const asked = (server.options as { readonly host?: string }).host ?? '';
  return parseClusterView(String(info), slots as unknown as readonly SlotsEntry[], asked);
}

/** `askedHost`: of the server that has answered; it may not know its own. */
export function parseClusterView(
  info: string,
  slots: readonly SlotsEntry[],
  askedHost: string,
): ClusterView {
  const read = (name: string): string => new RegExp(`^${name}:(\\w+)`, 'm').exec(info)?.[1] ?? '';
  const toHost = ([host, port]: Endpoint): RedisHost => ({ host: host || askedHost, port });
  const masters = new Map<string, RedisHost & { ranges: [number, number][] }>();
  const replicas = new Map<string, RedisHost>();
  for (const [from, to, master, ...others] of [...slots].sort(([a], [b]) => a - b)) {
    const host = toHost(master);
    const known = masters.get(formatHost(host)) ?? { ...host, ranges: [] };
    known.ranges.push([from, to]);
    masters.set(formatHost(host), known);
    for (const other of others.map(toHost)) replicas.set(formatHost(other), other);
  }
  return {
    isOk: read('cluster_state') === 'ok',
    epoch: Number(read('cluster_current_epoch')),
    masters: [...masters.values()],
    replicas: [...replicas.values()],
  };
}

/** A server that is cut off from the others does not know of the latest failover. */
export function pickLatestView(views: readonly ClusterView[]): ClusterView | undefined {
  const [latest] = [...views].sort((a, b) => Number(b.isOk) - Number(a.isOk) || b.epoch - a.epoch);
  return latest;
}

/** Two views with the same text lead every command to the same server. */
export function describeMasters({ masters }: ClusterView): string {
  return masters.map((each) => `${formatHost(each)} ${each.ranges.join(' ')}`).join('\n');
}
