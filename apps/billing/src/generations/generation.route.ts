import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId } from '@tollgate/http';
import { getRateSubject } from '@tollgate/identity';
import { getUlidTimeMs, parseGenerationId } from '@tollgate/ids';
import type { CallScope, FindCallScope } from '@tollgate/org-access';
import { getPayingCaller } from '../shared/paying-caller.http';
import { describeGeneration } from './describe-generation';
import type { Receipt, ReceiptTransfer } from './receipt';

export interface GenerationOptions {
  readonly findCallScope: FindCallScope;
  readonly findGeneration: (scope: CallScope, ulid: string) => Promise<Receipt | undefined>;
  readonly listTransfers: (receipt: Receipt) => Promise<readonly ReceiptTransfer[]>;
}

/** The record of a call that just ended may still be in the event log. */
const waitMsMax = 2_000;
const pollMs = 50;
/** Older calls are not waited for: they are there, or they never were. */
const recentMs = 15 * 60_000;
/** Requests that wait, of all callers together; further ones look once. */
const waitersMax = 500;

/** GET /v1/generation?id= */
export function createGenerationRoute(options: GenerationOptions): RequestHandler {
  /** Callers of whom a request waits: each has one at a time. */
  const waiting = new Set<string>();

  return async (request, response) => {
    const caller = getPayingCaller(response);
    const { id } = request.query;
    if (typeof id !== 'string' || id === '') {
      throw new AppError('missing_required_field', { message: 'id is required', param: 'id' });
    }
    const ulid = parseGenerationId(id);
    const scope = await options.findCallScope(caller, getRequestId(response));
    const find = (): Promise<Receipt | undefined> =>
      ulid === undefined ? Promise.resolve(undefined) : options.findGeneration(scope, ulid);
    let generation = await find();
    const subject = getRateSubject(caller);
    const maySettle = ulid !== undefined && isRecent(ulid);
    if (!generation && maySettle && !waiting.has(subject) && waiting.size < waitersMax) {
      waiting.add(subject);
      generation = await poll(find).finally(() => waiting.delete(subject));
    }
    if (!generation)
      throw new AppError('not_found', { message: 'Generation not found', retryAfterSeconds: 1 });
    const transfers = await options.listTransfers(generation);
    response.json({ data: describeGeneration(generation, transfers) });
  };
}

function isRecent(ulid: string): boolean {
  return Math.abs(Date.now() - getUlidTimeMs(ulid)) < recentMs;
}

async function poll(find: () => Promise<Receipt | undefined>): Promise<Receipt | undefined> {
  const deadline = Date.now() + waitMsMax;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const generation = await find();
    if (generation || Date.now() >= deadline) return generation;
  }
}
