import { type Handlers, readJsonBody, validate } from '@tollgate/http';
import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import { isHeld, type InvariantResult } from './invariants';
import type { RunVerification } from './run-verification';
import {
  verifyLedgerBody,
  type verificationOperations,
  type verificationSchema,
} from './verification.operations';

type Answer = z.input<typeof verificationSchema>;

export function createVerificationHandlers(
  runVerification: RunVerification,
): Handlers<typeof verificationOperations> {
  return {
    'POST /api/admin/ledger/verify': async (request, response) => {
      const { invariants } = validate(verifyLedgerBody, await readJsonBody(request));
      const { failed, remaining, results } = await runVerification(invariants);
      response.json({
        invariants: results.map(describeResult),
        failed: [...failed],
        remaining: [...remaining],
      } satisfies Answer);
    },
  };
}

function describeResult(result: InvariantResult): Answer['invariants'][number] {
  const { breaches, count, firstBreach = null, id, name, nanos, unit } = result;
  return {
    id,
    name,
    held: isHeld(result),
    count,
    unit,
    amountUsd: nanos === null ? null : nanosToUsdNumber(nanos),
    breaches,
    firstBreach,
  };
}
