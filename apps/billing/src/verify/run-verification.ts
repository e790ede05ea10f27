import { AppError } from '@tollgate/errors';
import type { InvariantResult } from './invariants';

/** Some invariants that are checked together. */
export interface LedgerCheck {
  readonly ids: readonly string[];
  readonly run: (signal: AbortSignal) => Promise<readonly InvariantResult[]>;
}

export interface Verification {
  readonly results: readonly InvariantResult[];
  /** Invariants whose check ended with an error, such as a statement that took too long. */
  readonly failed: readonly string[];
  /** Invariants that were not reached within the time limit. */
  readonly remaining: readonly string[];
}

export type RunVerification = (wanted: readonly string[] | undefined) => Promise<Verification>;

/** No further check begins after this time. */
const startMsMax = 5_000;
/** A check of many small reads ends after this time; statements have a limit of their own. */
const checkMsMax = 20_000;

/**
 * Checks invariants until the time is up, one verification at a time. Raises: bad_request,
 * conflict.
 */
export function runVerificationUseCase(options: {
  readonly checks: readonly LedgerCheck[];
  readonly getNowMs: () => number;
  readonly onFailure: (ids: readonly string[], error: unknown) => void;
}): RunVerification {
  const { checks, getNowMs, onFailure } = options;
  let isRunning = false;

  const runChecks = async (chosen: readonly LedgerCheck[]): Promise<Verification> => {
    const results: InvariantResult[] = [];
    const failed: string[] = [];
    const endMs = getNowMs() + startMsMax;
    for (const [index, check] of chosen.entries()) {
      if (index > 0 && getNowMs() >= endMs) {
        return { results, failed, remaining: chosen.slice(index).flatMap(({ ids }) => ids) };
      }
      try {
        results.push(...(await check.run(AbortSignal.timeout(checkMsMax))));
      } catch (error) {
        onFailure(check.ids, error);
        failed.push(...check.ids);
      }
    }
    return { results, failed, remaining: [] };
  };

  return async (wanted) => {
    const chosen = chooseChecks(checks, wanted);
    if (isRunning) {
      throw new AppError('conflict', {
        message: 'The ledger is being verified already: retry in some seconds',
      });
    }
    isRunning = true;
    try {
      return await runChecks(chosen);
    } finally {
      isRunning = false;
    }
  };
}

function chooseChecks(
  checks: readonly LedgerCheck[],
  wanted: readonly string[] | undefined,
): readonly LedgerCheck[] {
  if (wanted === undefined) return checks;
  const known = new Set(checks.flatMap(({ ids }) => ids));
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw AppError.forParam('bad_request', 'invariants', `There is no invariant ${unknown}`);
  }
  const chosen = new Set(wanted);
  return checks.filter(({ ids }) => ids.some((id) => chosen.has(id)));
}
