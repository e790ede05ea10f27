import type { AppError } from '@tollgate/errors';
import type { EventLog } from '@tollgate/event-log';
import type { CallerIdentity } from '@tollgate/identity';
import type { Part } from '@tollgate/lifecycle';
import type { Logger, Metrics } from '@tollgate/observability';
import { findActiveSpan } from '@tollgate/tracing';
import { describeDecision } from './describe-decision';
import type { Decision, RefusalScope } from './refusal';
import { RefusalQueue } from './refusal-queue';
import { createRefusalSender } from './send-refusals';

/** The request that was refused. */
export interface RefusedRequest {
  readonly requestId: string;
  readonly caller: CallerIdentity;
  /** Method and path pattern. */
  readonly httpRoute: string;
  /** As the request named it; empty when it is unknown. */
  readonly model?: string;
  /** Of the caller's member, where the identity does not have it. */
  readonly teamId?: string;
  /** Instead of the scope that the error has. */
  readonly scope?: RefusalScope | undefined;
}

export interface RefusalLog {
  /** Records an error if a limit, a policy or the balance decided it. */
  note(error: AppError, request: RefusedRequest): void;
  /** Records a decision of which the client saw less than the caller's account may see. */
  record(decision: Decision, request: RefusedRequest): void;
  readonly part: Part;
}

const modelCharactersMax = 200;
const bounds = { waitingMax: 5_000, perCallerMinuteMax: 20, callersMax: 10_000 };

/**
 * Sends refused requests to the audit service through the event log. A request that is not refused
 * does not get here; a refused one is put into a bounded queue in memory.
 */
export function createRefusalLog(options: {
  readonly eventLog: Pick<EventLog, 'publish'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly getNowMs?: () => number;
}): RefusalLog {
  const { eventLog, getNowMs = Date.now, logger, metrics } = options;
  const dropped = metrics.counter(
    'tollgate_refusals_dropped_total',
    'Refused requests that are missing in the refusal log because the queue was full',
  );
  const queue = new RefusalQueue({ ...bounds, getNowMs, onDropped: () => dropped.inc() });

  const part = createRefusalSender({ queue, eventLog, logger });

  function record(decision: Decision, request: RefusedRequest): void {
    const place = placeCaller(request);
    if (place === undefined) return;
    const { httpRoute, model = '', requestId } = request;
    queue.add({
      ...decision,
      ...place,
      requestId,
      httpRoute,
      occurredAtMs: getNowMs(),
      model: model.slice(0, modelCharactersMax),
      traceparent: findActiveSpan()?.traceParent,
      leftOut: 0,
    });
    part.wake();
  }

  return {
    note: (error, request) => {
      const decision = describeDecision(error, request.caller, getNowMs());
      if (decision === undefined) return;
      record({ ...decision, scope: request.scope ?? decision.scope }, request);
    },
    record,
    part,
  };
}

/** Undefined for a caller that is not identified, and for the admin token, which has no account. */
function placeCaller({ caller, teamId }: RefusedRequest) {
  const { keyId, userId } = caller;
  const { orgId, memberId, teamId: teamOfKey } = caller.org ?? noOrg;
  const callerId = getCallerId(caller);
  if (callerId === '') return undefined;
  return { callerId, userId, keyId, orgId, memberId, teamId: teamId || teamOfKey };
}

const noOrg = { orgId: '', teamId: '', memberId: '' };

/** The sessions of an institution share a key, and each has bounds of its own. */
function getCallerId({ keyId, kind, sessionId, userId }: CallerIdentity): string {
  if (kind === 'anonymous') return '';
  if (kind === 'institution_session') return sessionId;
  return keyId || userId;
}
