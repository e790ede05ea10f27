import type { Nanos } from '@tollgate/money';
import type { BreakerSettings, Layer, Scope } from './layer';

export interface LayerStore {
  /** The layers of a scope, nearest first; undefined: there is no such scope. */
  read(orgId: string, scope: Scope): Promise<readonly ScopeLayer[] | undefined>;
  updateAllowedModels(scope: Scope, patterns: readonly string[]): Promise<void>;
  updateBreaker(scope: Scope, settings: BreakerSettings): Promise<void>;
  /** Every layer of an organization, without deleted teams and former members. */
  listAll(orgId: string): Promise<readonly ScopeLayer[]>;
}

export interface ScopeLayer extends Layer {
  readonly scope: Scope;
}

export interface WindowSpend {
  readonly minuteNanos: Nanos;
  readonly hourNanos: Nanos;
}

/** The till's spend counters of limits. */
export interface SpendWindows {
  /** What a scope has spent in the running clock minute and hour. */
  getSpend(walletId: string, scope: Scope, requestId: string): Promise<WindowSpend>;
  /** After a change of limits: the counters are loaded from the book again. Never throws. */
  forget(walletId: string, scopes: readonly Scope[]): Promise<void>;
}
