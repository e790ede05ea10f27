import type { AnswerFace } from '@tollgate/model-spec';
import type { TokenWork } from '@tollgate/pricing';
import type { Candidate } from '../../domain/candidate';
import type { InferenceRequest, UnitWork } from '../../domain/endpoint';
import type { ModelPlan } from '../../domain/model-plan';
import type { ParsedCall } from '../receive/received-call';
import type { OutputBounds } from './measure-output';

/** A candidate with everything that depends on its model: the models of a call may differ. */
export interface CallCandidate extends Candidate {
  /** Fitted to its model. */
  readonly request: InferenceRequest;
  readonly face: AnswerFace;
  /** The most that it can use, in tokens. */
  readonly work: TokenWork;
  /** The output part of it, where the gateway can limit that. */
  readonly output?: OutputBounds;
  /** The most that it can use, where it is not priced by tokens. */
  readonly units?: UnitWork;
  /** Its breaker is open and a probe is due: the attempt claims the probe, or is postponed. */
  readonly isProbe: boolean;
}

export interface RoutedCall extends ParsedCall {
  readonly plan: ModelPlan;
  readonly candidates: readonly [CallCandidate, ...CallCandidate[]];
}
