import type { CallerIdentity } from '@tollgate/identity';
import type { AnswerFace } from '@tollgate/model-spec';
import type { Nanos } from '@tollgate/money';
import type { CallerPolicy } from '@tollgate/policy';
import type { TokenWork } from '@tollgate/pricing';
import type { HoldRef, SpendLimit } from '@tollgate/till';
import type { Candidate } from '../domain/candidate';
import type { OutputBounds } from '../domain/measure-output';
import type { ModelPlan } from '../domain/model-plan';
import type {
  Endpoint,
  InferenceRequest,
  PreparedRequest,
  RawRequest,
  UnitWork,
} from '../endpoints/endpoint';
import type { QuotaGrant } from './free-quota';
import type { UpstreamAnswer } from './open-upstream';

/**
 * A call on its way. Each stage adds what the next one needs, so a step cannot run early: its
 * input does not exist yet.
 */
export interface ReceivedCall extends RawRequest {
  readonly endpoint: Endpoint;
  /** Names the call everywhere: generation id, hold id, event id. */
  readonly ulid: string;
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly caller: CallerIdentity;
  readonly policy: CallerPolicy;
  readonly appName: string;
  readonly referer: string;
  /** Aborted when the client has gone away. */
  readonly clientGone: AbortSignal;
}

export interface ParsedCall extends ReceivedCall {
  readonly request: InferenceRequest;
}

/** A way with everything that is its model's own: the models of a call may differ. */
export interface CallCandidate extends Candidate {
  /** As its model takes it. */
  readonly request: InferenceRequest;
  readonly face: AnswerFace;
  /** The most that it can use. */
  readonly work: TokenWork;
  /** How much of it is output, where the gateway can limit that. */
  readonly output?: OutputBounds;
  /** The same, where it is not paid by tokens. */
  readonly units?: UnitWork;
  /** It was isolated, and this call finds out whether it is back. */
  readonly isProbe: boolean;
}

export interface RoutedCall extends ParsedCall {
  readonly plan: ModelPlan;
  readonly candidates: readonly [CallCandidate, ...CallCandidate[]];
}

export interface PreparedCall extends RoutedCall {
  /** In the words of the first candidate; the others are asked only if it fails. */
  readonly prepared: PreparedRequest;
}

/** Why nobody pays: it is within a free quota, or the organization pays the provider itself. */
export type Unpaid =
  { readonly kind: 'quota'; readonly grant: QuotaGrant } | { readonly kind: 'byok' };

export interface HeldCall extends PreparedCall {
  /** A stream may hold less than its worst case, and extends the hold on its way. */
  readonly hold: HoldRef;
  readonly worstCaseNanos: Nanos;
  readonly limits: readonly SpendLimit[];
  /** Set where the call holds no money, and costs none. */
  readonly unpaid?: Unpaid;
  /** The call by ways that were not let in with it: nobody holds anything for them yet. */
  readonly beyond?: RoutedCall;
  /** What was let in before it failed: whoever answers now stands in for that. */
  readonly isResumed?: true;
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
  readonly candidate: CallCandidate;
  readonly attemptStartedAtMs: number;
  readonly attempts: readonly Attempt[];
  readonly answer: UpstreamAnswer;
}
