import type { ChatRequest } from '@tollgate/dialects/openai-chat';
import type { CallerIdentity } from '@tollgate/identity';
import type { ProviderAdapter } from '@tollgate/model-spec';
import type { Nanos } from '@tollgate/money';
import type { PriceList, TokenWork } from '@tollgate/pricing';
import type { HoldRef, SpendLimit } from '@tollgate/till';
import type { CatalogModel, CatalogRoute } from '../domain/catalog';
import type { UpstreamAnswer } from './open-upstream';

/**
 * A call on its way. Each stage adds what the next one needs, so a step cannot run early: its
 * input does not exist yet.
 */
export interface ReceivedCall {
  /** Names the call everywhere: generation id, hold id, event id. */
  readonly ulid: string;
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly caller: CallerIdentity;
  readonly appName: string;
  readonly referer: string;
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Aborted when the client has gone away. */
  readonly clientGone: AbortSignal;
}

export interface ParsedCall extends ReceivedCall {
  readonly chat: ChatRequest;
}

export interface Candidate {
  readonly route: CatalogRoute;
  readonly upstreamModel: string;
  readonly prices: PriceList;
  readonly adapter: ProviderAdapter;
}

export interface RoutedCall extends ParsedCall {
  readonly model: CatalogModel;
  /** The most that it can use. */
  readonly work: TokenWork;
  readonly candidates: readonly [Candidate, ...Candidate[]];
}

export interface HeldCall extends RoutedCall {
  /** A stream may hold less than its worst case, and extends the hold on its way. */
  readonly hold: HoldRef;
  readonly worstCaseNanos: Nanos;
  readonly limits: readonly SpendLimit[];
}

/** One try at one provider, for the record. */
export interface Attempt {
  readonly provider: string;
  readonly routeId: string;
  readonly status: number;
  readonly durationMs: number;
  readonly error: string;
}

export interface OpenedCall extends HeldCall {
  readonly candidate: Candidate;
  readonly attempts: readonly Attempt[];
  readonly answer: UpstreamAnswer;
}
