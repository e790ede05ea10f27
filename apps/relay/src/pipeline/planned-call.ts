import type { AppError } from '@tollgate/errors';
import type { Candidate } from '../domain/candidate';
import type { HoldAmounts } from './place-hold';

/** A call as far as it can be known without making it. */
export interface PlannedCall {
  readonly model: string;
  readonly candidates: readonly Candidate[];
  readonly promptTokens: number;
  readonly amounts: HoldAmounts;
  /** Rules of the organization that the request meets. */
  readonly filters: readonly { readonly ruleId: string; readonly action: string }[];
  /** Whether anybody asks for money, or why it would not even come to that. */
  readonly verdict: 'paid' | 'free' | AppError;
}
