import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIPv6 } from 'node:net';
import { probePath } from '@tollgate/http';
import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { InstanceList, type Instance } from '../domain/instance-list';
import { parseOwnerAddress } from '../domain/owner-address';

/** Must stay well below the drain grace of a service, during which it answers what still comes. */
const probeMs = 500;
const probeMsMax = 2_000;
const resolveMs = 3_000;
const instancesMax = 256;

export interface WatchOptions<Owner extends string> {
  readonly addresses: Readonly<Record<Owner, string>>;
  /** For connections to a service whose certificate has this name, or that of the host. */
  readonly createAgent: (serverName: string | undefined) => http.Agent;
  readonly logger: Logger;
  /** All IP addresses of a host; DNS when left out. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

export interface WatchedInstances<Owner extends string> {
  /** Services with several instances. */
  readonly lists: ReadonlyMap<Owner, InstanceList>;
  readonly parts: readonly Part[];
}

/** Finds the instances of services and asks them again and again whether they take requests. */
export function watchInstances<Owner extends string>(
  options: WatchOptions<Owner>,
): WatchedInstances<Owner> {
  const { addresses, logger } = options;
  const owners = (Object.keys(addresses) as Owner[]).map((owner) =>
    watchOwner(owner, addresses[owner], options),
  );
  const found = owners.filter((owner) => owner !== undefined);
  const lists = new Map(found.map(({ list, owner }) => [owner, list]));
  if (lists.size === 0) return { lists, parts: [] };
  const refresh = async (): Promise<void> => {
    await Promise.all(found.map((owner) => owner.refresh()));
  };
  const repeating = createRepeatingPart({
    name: 'instances',
    intervalMs: probeMs,
    firstDelayMs: probeMs,
    run: refresh,
    logger,
  });
  const stop = async (): Promise<void> => {
    await repeating.stop?.();
    found.forEach(({ agent }) => agent.destroy());
  };
  const start = async (): Promise<void> => {
    // Names must be resolved before the first request.
    await refresh();
    await repeating.start?.();
  };
  return { lists, parts: [{ name: 'instances', start, stop }] };
}

interface WatchedOwner<Owner extends string> {
  readonly owner: Owner;
  readonly list: InstanceList;
  readonly agent: http.Agent;
  readonly refresh: () => Promise<void>;
}

/** Undefined for a service with one address: nothing is to be chosen. */
function watchOwner<Owner extends string>(
  owner: Owner,
  address: string,
  { createAgent, logger, resolve = resolveHost }: WatchOptions<Owner>,
): WatchedOwner<Owner> | undefined {
  const parsed = parseOwnerAddress(address);
  if (parsed.kind === 'local' || parsed.kind === 'one') return undefined;
  const name = parsed.kind === 'name' ? new URL(parsed.url) : undefined;
  const list = new InstanceList(owner, parsed.kind === 'list' ? parsed.urls : [], name?.hostname);
  const agent = createAgent(list.serverName);
  let resolvedAtMs = -Infinity;
  const resolveName = async (): Promise<void> => {
    if (name === undefined || performance.now() - resolvedAtMs < resolveMs) return;
    resolvedAtMs = performance.now();
    try {
      const hosts = await resolve(name.hostname);
      // An empty answer is a fault of DNS more often than the end of all instances.
      if (hosts.length > 0) list.replace(makeUrls(name, hosts));
    } catch (error) {
      logger.warn('name of a service not resolved', { owner, host: name.hostname, error });
    }
  };
  const refresh = async (): Promise<void> => {
    await resolveName();
    await Promise.all(list.all.map((each) => checkInstance(each, { agent, logger, owner })));
  };
  return { owner, list, agent, refresh };
}

function makeUrls({ port, protocol }: URL, hosts: readonly string[]): readonly string[] {
  const unique = [...new Set(hosts)].sort().slice(0, instancesMax);
  return unique.map((host) => {
    const shown = isIPv6(host) ? `[${host}]` : host;
    return port === '' ? `${protocol}//${shown}` : `${protocol}//${shown}:${port}`;
  });
}

async function resolveHost(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

async function checkInstance(
  instance: Instance,
  {
    agent,
    logger,
    owner,
  }: { readonly agent: http.Agent; readonly logger: Logger; readonly owner: string },
): Promise<void> {
  const wasUp = instance.isUp;
  const fault = await probe(instance.url, agent);
  instance.isUp = fault === undefined;
  if (wasUp === instance.isUp) return;
  const fields = { owner, url: instance.url };
  if (instance.isUp) logger.info('instance takes requests', fields);
  else logger.info('instance takes no requests', { ...fields, reason: fault });
}

/** Why an instance should get no requests; undefined when it may get them. */
function probe(url: string, agent: http.Agent): Promise<string | undefined> {
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve) => {
    const asked = request(`${url}${probePath}`, { agent, timeout: probeMsMax }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200 ? undefined : 'draining');
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.on('error', (error) => resolve(error.message));
    asked.end();
  });
}
