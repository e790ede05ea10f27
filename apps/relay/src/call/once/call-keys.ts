import type { Nanos } from '@tollgate/money';

/** A call with an `Idempotency-Key`, as all relays know it. */
export interface KeyedCall {
  /** Made of the caller, the route and the key. */
  readonly id: string;
  /** Of everything that makes two requests the same. */
  readonly fingerprint: string;
  readonly ulid: string;
}

export type Claim =
  /** The key was unused: this call runs. */
  | 'run'
  /** A call with this key is running or has ended. */
  | 'taken'
  | 'other-request';

/**
 * `running`: by a relay that is alive, or was. `done`: nothing runs again under this key. `free`: it
 * failed and was not charged, so that the key can be used again. `crashed`: its relay has died.
 */
export type CallState = 'running' | 'done' | 'free' | 'crashed';

/** The first call, as a repeated one sees it. */
export interface CallView {
  readonly ulid: string;
  readonly state: CallState;
  /** Of a running call: how long its relay was silent. */
  readonly silentMs: number;
  /** False: the answer was too large to be kept. */
  readonly isKept: boolean;
  /** Undefined: not known, or the call was not charged (`crashed`). */
  readonly costNanos: Nanos | undefined;
  /** How it failed, where its answer does not say so; sealed as the parts of the answer. */
  readonly error: string | undefined;
  /** How many parts of the answer there are, and those that were asked for. */
  readonly partCount: number;
  readonly parts: readonly string[];
}

export interface CallResult {
  readonly state: 'done' | 'free';
  readonly costNanos: Nanos;
  /** Sealed: the text of an error may quote the request. */
  readonly error?: string | undefined;
  /** False: the parts that were sent before are deleted. */
  readonly isKept: boolean;
  /** The last parts of the answer. */
  readonly parts: readonly string[];
}

/** The calls of the last 24 hours that had an `Idempotency-Key`, and their answers. */
export interface CallKeys {
  claim(call: KeyedCall): Promise<Claim>;
  /** A call whose claim may have been made although its reply was lost. */
  giveUp(call: KeyedCall): Promise<void>;
  /**
   * Says that the call still runs and adds parts to its answer. Returns how long ago a
   * repeated call has looked at it, or undefined when the key is no longer this call's.
   */
  progress(call: KeyedCall, parts: readonly string[]): Promise<number | undefined>;
  /** The answer is too large: its parts are deleted. */
  dropAnswer(call: KeyedCall): Promise<void>;
  finish(call: KeyedCall, result: CallResult): Promise<void>;
  /** Undefined: no call has used the key. */
  look(id: string, fromPart: number): Promise<CallView | undefined>;
}
