import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId } from '@tollgate/http';
import { getUlidTimeMs, parseGenerationId } from '@tollgate/ids';
import type { Receipt } from '../domain/receipt';
import type { ReportScope } from '../domain/usage-report';
import type { FindReportScope } from '../use-cases/find-report-scope';
import { describeGeneration } from './describe-generation';
import { getPayingCaller } from './paying-caller';

export interface GenerationOptions {
  readonly findReportScope: FindReportScope;
  readonly findGeneration: (scope: ReportScope, ulid: string) => Promise<Receipt | undefined>;
}

/** A call that just ended is still on its way through the event log. */
const waitMsMax = 2_000;
const pollMs = 50;
/** Older calls are not waited for: they are there, or they never were. */
const recentMs = 15 * 60_000;

/** GET /v1/generation?id= */
export function createGenerationRoute(options: GenerationOptions): RequestHandler {
  return async (request, response) => {
    const caller = getPayingCaller(response);
    const { id } = request.query;
    if (typeof id !== 'string' || id === '') {
      throw new AppError('missing_required_field', { message: 'id is required', param: 'id' });
    }
    const ulid = parseGenerationId(id);
    const scope = await options.findReportScope(caller, getRequestId(response));
    const generation =
      ulid === undefined ? undefined : await waitForGeneration(options, scope, ulid);
    if (!generation)
      throw new AppError('not_found', { message: 'Generation not found', retryAfterSeconds: 1 });
    response.json({ data: describeGeneration(generation) });
  };
}

async function waitForGeneration(
  options: GenerationOptions,
  scope: ReportScope,
  ulid: string,
): Promise<Receipt | undefined> {
  const isRecent = Math.abs(Date.now() - getUlidTimeMs(ulid)) < recentMs;
  const deadline = Date.now() + (isRecent ? waitMsMax : 0);
  for (;;) {
    const generation = await options.findGeneration(scope, ulid);
    if (generation || Date.now() >= deadline) return generation;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
