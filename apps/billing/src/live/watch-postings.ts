import { type LiveEntry, type LiveScope, seesEvent, type Traffic } from './live-entry';
import type { LiveStream, PostedRange, PostingReader, Scan } from './ports';
import { isAfter, type Position } from './position';

const trafficMs = 1_000;
const noTraffic: Traffic = { requests: 0, errors: 0, spendNanos: 0n };

/**
 * Reads what was posted once for all streams of the process. A stream joins between two reads, so
 * that every read is for a fixed set of wallets: the gap between the position of the stream and
 * that of the feed is read first.
 */
export class PostingFeed {
  readonly #reader: PostingReader;
  readonly #getNowMs: () => number;
  readonly #joining = new Set<LiveStream>();
  readonly #streams = new Set<LiveStream>();
  /** Undefined while there is no stream: nothing is read then. */
  #position: Position | undefined;
  #traffic = noTraffic;
  #trafficSinceMs = 0;

  constructor(options: { readonly reader: PostingReader; readonly getNowMs: () => number }) {
    this.#reader = options.reader;
    this.#getNowMs = options.getNowMs;
  }

  /** From now on the stream gets everything after its position. */
  join(stream: LiveStream): void {
    this.#joining.add(stream);
  }

  leave(stream: LiveStream): void {
    this.#joining.delete(stream);
    this.#streams.delete(stream);
  }

  get streams(): ReadonlySet<LiveStream> {
    return this.#streams;
  }

  /** Never runs twice at once. */
  async run(): Promise<void> {
    await this.#letJoin();
    if (this.#streams.size === 0 || this.#position === undefined) {
      this.#position = undefined;
      return;
    }
    for (;;) {
      const scan = await this.#readOn(this.#position);
      this.#position = scan.end;
      if (scan.isHead) break;
    }
    this.#sendTraffic();
  }

  async #letJoin(): Promise<void> {
    const joining = [...this.#joining];
    const [first, ...others] = joining;
    if (first === undefined) return;
    let from = first.position;
    for (const { position } of others) if (isAfter(from, position)) from = position;
    if (this.#position === undefined) {
      this.#position = from;
      this.#traffic = noTraffic;
      this.#trafficSinceMs = this.#getNowMs();
    } else if (isAfter(this.#position, from)) {
      const range = { from, end: this.#position };
      deliver(joining, await this.#list(range, joining), range.end);
    }
    for (const stream of joining) {
      // It may have left while the gap was read.
      if (this.#joining.delete(stream)) this.#streams.add(stream);
    }
  }

  async #readOn(from: Position): Promise<Scan> {
    const streams = [...this.#streams];
    const scan = await this.#reader.scan(from);
    deliver(streams, await this.#list({ from, end: scan.end }, streams), scan.end);
    const { errors, requests, spendNanos } = scan.traffic;
    this.#traffic = {
      requests: this.#traffic.requests + requests,
      errors: this.#traffic.errors + errors,
      spendNanos: this.#traffic.spendNanos + spendNanos,
    };
    return scan;
  }

  #list(range: PostedRange, streams: readonly LiveStream[]): Promise<LiveEntry[]> {
    return listEntries(
      this.#reader,
      range,
      streams.map(({ scope }) => scope),
    );
  }

  #sendTraffic(): void {
    const atMs = this.#getNowMs();
    if (atMs - this.#trafficSinceMs < trafficMs) return;
    const event = { kind: 'traffic', traffic: this.#traffic, atMs } as const;
    for (const { client, scope } of this.#streams) if (scope.walletId === null) client.send(event);
    this.#traffic = noTraffic;
    this.#trafficSinceMs = atMs;
  }
}

/** In their order. Calls and trips are never posted by one transaction. */
export async function listEntries(
  reader: PostingReader,
  range: PostedRange,
  scopes: readonly LiveScope[],
): Promise<LiveEntry[]> {
  const all = scopes.map(({ walletId }) => walletId);
  const walletIds = [...new Set(all)].filter((walletId) => walletId !== null);
  const calls = await reader.listCalls(range, walletIds);
  const trips = await reader.listTrips(range, all.includes(null) ? null : walletIds);
  if (trips.length === 0) return calls;
  return [...calls, ...trips].sort((left, right) =>
    isAfter(left.position, right.position) ? 1 : -1,
  );
}

/** Sends each stream the entries after its position, and moves it to `end`. */
export function deliver(
  streams: Iterable<LiveStream>,
  entries: readonly LiveEntry[],
  end: Position,
): void {
  const byWallet = Map.groupBy(entries, ({ walletId }) => walletId);
  const trips = entries.filter(({ event }) => event.kind === 'breaker');
  for (const stream of streams) {
    const { client, scope } = stream;
    client.endIfStalled();
    const own = scope.walletId === null ? trips : (byWallet.get(scope.walletId) ?? []);
    for (const entry of own) {
      if (!isAfter(entry.position, stream.position) || !seesEvent(scope, entry)) continue;
      client.send(entry.event, entry.position);
    }
    if (isAfter(end, stream.position)) stream.position = end;
  }
}
