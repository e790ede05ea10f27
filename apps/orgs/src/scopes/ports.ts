import type { Nanos } from '@tollgate/money';
import type { BreakerSettings, Layer, Scope } from './layer';

export interface LayerStore {
  /** The layers that stand over a scope, nearest first; undefined: there is no such scope. */
  read(orgId: string, scope: Scope): Promise<readonly ScopeLayer[] | undefined>;
  updateAllowedModels(scope: Scope, patterns: readonly string[]): Promise<void>;
  updateBreaker(scope: Scope, settings: BreakerSettings): Promise<void>;
  /** Every living layer of an organization. */
  listAll(orgId: string): Promise<readonly ScopeLayer[]>;
}

export interface ScopeLayer extends Layer {
  readonly scope: Scope;
}

export interface WindowSpend {
  readonly minuteNanos: Nanos;
  readonly hourNanos: Nanos;
}

/** What the till counts for limits. */
export interface SpendWindows {
  /** What a scope has spent in the running clock minute and hour. */
  getSpend(walletId: string, scope: Scope, requestId: string): Promise<WindowSpend>;
  /** Limits of these scopes have changed: their counts begin anew from the book. Never throws. */
  forget(walletId: string, scopes: readonly Scope[]): Promise<void>;
}
