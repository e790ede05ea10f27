import { once } from 'node:events';
import { Redis, type Command } from 'ioredis';
import { alignDelayMs } from '@tollgate/lifecycle';
import type { RedisHost } from '@tollgate/store-address';
import {
  describeMasters,
  formatHost,
  pickLatestView,
  readClusterView,
  type ClusterMaster,
  type ClusterView,
} from './cluster-view';

export interface ClusterRedisOptions {
  /** Some servers of the cluster, to learn the others from. */
  readonly seeds: readonly RedisHost[];
  /** A client of one server that is not connected yet. */
  readonly createServer: (host: RedisHost) => Redis;
}

/** Several times within the grace of an epoch, so that all relays see a failover in time. */
const refreshMs = 500;
/** After a sign of a change. */
const refreshSoonMs = 50;
/** Servers that answer later are not waited for. */
const viewPatienceMs = 250;
const readyTimeoutMs = 2_000;
const slotCount = 16_384;

/** The answer of a server that does not have the slot, or knows that it may not have it. */
const misled = /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN|READONLY)/;
/** They are about one server, so they are sent to one: see `listServers`. */
const aboutOneServer: ReadonlySet<string> = new Set(['info', 'scan', 'multi', 'exec']);

const ignore = (): void => undefined;

/**
 * A client of Redis Cluster that sends each command to the master of its key. It follows no
 * redirection: a command that reaches the wrong server fails, and the map of the slots is read
 * again. Before commands take another way, and when a master is lost, it emits `close`: the
 * listener is notified before the first answer of a server that may have lost writes.
 */
export class ClusterRedis extends Redis {
  readonly #options: ClusterRedisOptions;
  readonly #servers = new Map<string, Redis>();
  #view: ClusterView | undefined;
  #slots: readonly (Redis | undefined)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;
  #isClosed = false;

  constructor(options: ClusterRedisOptions) {
    super({ lazyConnect: true });
    this.#options = options;
  }

  /** The masters, by their first slot. */
  get masters(): readonly ClusterMaster[] {
    return this.#view?.masters ?? [];
  }

  get servers(): readonly Redis[] {
    return [...this.#servers.values()];
  }

  /** Undefined: no server is known to have it. */
  findServer(command: Command): Redis | undefined {
    const slot = command.getSlot() as number | null;
    if (slot !== null) return this.#slots[slot];
    return this.servers.find(({ status }) => status === 'ready');
  }

  /** To be called for a command that is sent to a server of this cluster. */
  followAnswer(command: Command): void {
    (command.promise as Promise<unknown>).catch(({ message }: Error) => {
      if (misled.test(message)) this.#refreshSoon();
    });
  }

  override async connect(): Promise<void> {
    if (this.status !== 'wait' && this.status !== 'end') throw new Error('is connecting already');
    this.#isClosed = false;
    this.status = 'connecting';
    try {
      await this.#refresh();
      await Promise.all(this.servers.map(waitUntilReady));
    } finally {
      this.#schedule(refreshMs);
    }
  }

  override disconnect(reconnect = false): void {
    if (!reconnect) this.#close();
    for (const server of this.servers) server.disconnect(reconnect);
  }

  override async quit(): Promise<'OK'> {
    this.#close();
    await Promise.all(this.servers.map((server) => server.quit().catch(() => server.disconnect())));
    return 'OK';
  }

  override sendCommand(command: Command): unknown {
    if (this.status === 'wait') this.connect().catch(ignore);
    if (command.name === 'ping') return this.#pingAll(command);
    const server = aboutOneServer.has(command.name) ? undefined : this.findServer(command);
    if (server === undefined) {
      command.reject(new Error(`No server of the Redis Cluster is known for ${command.name}`));
      return command.promise;
    }
    this.followAnswer(command);
    return server.sendCommand(command);
  }

  override pipeline(): never {
    throw new Error('On Redis Cluster a pipeline needs one server, see getServer');
  }

  override multi(): never {
    throw new Error('On Redis Cluster a transaction needs one server, see getServer');
  }

  /** A cluster is ready when all its masters are. */
  #pingAll(command: Command): unknown {
    const pings = this.servers.map((server) => server.ping());
    if (pings.length === 0) command.reject(new Error('No server of the Redis Cluster is known'));
    else Promise.all(pings).then(([pong]) => command.resolve(pong), command.reject);
    return command.promise;
  }

  #close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.status = 'end';
    this.emit('end');
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#isSoon = false;
      this.#refresh()
        .catch((error: unknown) => this.emit('error', error))
        .finally(() => this.#schedule(this.#isSoon ? refreshSoonMs : refreshMs));
    }, alignDelayMs(ms));
  }

  #refreshSoon(): void {
    if (this.#isSoon) return;
    this.#isSoon = true;
    this.#schedule(refreshSoonMs);
  }

  async #refresh(): Promise<void> {
    const known = this.servers.filter(({ status }) => status === 'ready');
    const view = pickLatestView(await readViews(known)) ?? (await this.#askOthers());
    if (!this.#isClosed) this.#follow(view);
  }

  /** No master is connected: asks every server that was named, each by a connection of its own. */
  async #askOthers(): Promise<ClusterView> {
    const { masters = [], replicas = [] } = this.#view ?? {};
    const hosts = [...this.#options.seeds, ...masters, ...replicas];
    const byName = new Map(hosts.map((host) => [formatHost(host), host]));
    const answers = await Promise.allSettled([...byName.values()].map((each) => this.#ask(each)));
    const views = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const view = pickLatestView(views);
    if (view !== undefined) return view;
    throw answers.find((each) => each.status === 'rejected')?.reason ?? new Error('no servers');
  }

  async #ask(host: RedisHost): Promise<ClusterView> {
    const server = this.#options.createServer(host);
    server.on('error', (error) => this.emit('error', error));
    try {
      await server.connect();
      return await readClusterView(server);
    } finally {
      server.disconnect();
    }
  }

  #follow(view: ClusterView): void {
    const before = this.#view;
    this.#view = view;
    if (before !== undefined && describeMasters(before) === describeMasters(view)) return;
    if (before !== undefined) this.emit('close');
    const names = new Set(view.masters.map(formatHost));
    for (const [name, server] of this.#servers) {
      if (names.has(name)) continue;
      this.#servers.delete(name);
      // What waits for its answer fails at once.
      server.disconnect();
    }
    const slots = new Array<Redis | undefined>(slotCount).fill(undefined);
    for (const master of view.masters) {
      const server = this.#servers.get(formatHost(master)) ?? this.#addServer(master);
      for (const [from, to] of master.ranges) slots.fill(server, from, to + 1);
    }
    this.#slots = slots;
  }

  #addServer(host: RedisHost): Redis {
    const server = this.#options.createServer(host);
    const name = formatHost(host);
    this.#servers.set(name, server);
    const isOurs = (): boolean => this.#servers.get(name) === server;
    server.on('error', (error) => this.emit('error', error));
    server.on('ready', () => this.#noteReady());
    server.on('close', () => {
      if (!isOurs() || this.#isClosed) return;
      this.emit('close');
      this.#refreshSoon();
    });
    server.connect().catch(ignore);
    return server;
  }

  #noteReady(): void {
    if (this.status !== 'connecting' || this.servers.some(({ status }) => status !== 'ready'))
      return;
    this.status = 'ready';
    this.emit('ready');
  }
}

/** Of the servers that answer in time; of those that answer at all when none does. */
async function readViews(servers: readonly Redis[]): Promise<readonly ClusterView[]> {
  const views: ClusterView[] = [];
  const reading = servers.map((server) =>
    readClusterView(server).then((view) => void views.push(view), ignore),
  );
  const all = Promise.all(reading);
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => (timer = setTimeout(resolve, viewPatienceMs)));
  await Promise.race([all, patience]);
  clearTimeout(timer);
  if (views.length === 0) await all;
  return [...views];
}

/** Of one server, or of a cluster. */
export async function waitUntilReady(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') {
    await once(redis, 'ready', { signal: AbortSignal.timeout(readyTimeoutMs) });
  }
}
