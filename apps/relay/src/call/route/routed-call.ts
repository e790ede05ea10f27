import type { AnswerFace } from '@tollgate/model-spec';
import type { TokenWork } from '@tollgate/pricing';
import type { Candidate } from '../../domain/candidate';
import type { InferenceRequest, UnitWork } from '../../domain/endpoint';
import type { ModelPlan } from '../../domain/model-plan';
import type { ParsedCall } from '../receive/received-call';
import type { OutputBounds } from './measure-output';

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
  /** Its breaker is open and a probe is due: the attempt claims the probe, or passes it over. */
  readonly isProbe: boolean;
}

export interface RoutedCall extends ParsedCall {
  readonly plan: ModelPlan;
  readonly candidates: readonly [CallCandidate, ...CallCandidate[]];
}
