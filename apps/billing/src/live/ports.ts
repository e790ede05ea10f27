import type { LiveEntry, LiveEvent, LiveScope, Traffic } from './live-entry';
import type { Position } from './position';

/** Entries after `from`, up to `end`. */
export interface PostedRange {
  readonly from: Position;
  readonly end: Position;
}

/** A look at everything that was posted after a position, as far as it is final. */
export interface Scan {
  readonly end: Position;
  /** Whether `end` is the newest final position: a scan reads a bounded number of calls. */
  readonly isHead: boolean;
  readonly traffic: Traffic;
}

export interface PostingReader {
  /** Everything before it is final; everything that is posted from now on comes after it. */
  getHead(): Promise<Position>;
  scan(from: Position): Promise<Scan>;
  listCalls(range: PostedRange, walletIds: readonly string[]): Promise<LiveEntry[]>;
  /** Null: of all wallets. */
  listTrips(range: PostedRange, walletIds: readonly string[] | null): Promise<LiveEntry[]>;
}

/** The connection of one client. */
export interface LiveClient {
  readonly isOpen: boolean;
  /** An event with a position is where the client resumes from then on. */
  send(event: LiveEvent, position?: Position): void;
  /** Shows that the connection lives, and moves the place to resume from. */
  beat(position: Position): void;
  /** Ends the connection of a client that does not read what was sent. */
  endIfStalled(): void;
  /** Resolves when the client has read what was sent, or has left. */
  drain(): Promise<void>;
  end(): void;
}

export interface LiveStream {
  readonly scope: LiveScope;
  readonly client: LiveClient;
  /** Everything up to here was sent, as far as the stream shows it. */
  position: Position;
  /** The last balance that was sent, as text. */
  sentBalance: string;
}
