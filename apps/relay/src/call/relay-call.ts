import type { Response } from 'express';
import type { SettledUsage } from '@tollgate/model-spec';
import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import { describeFailedCall } from '@tollgate/refusals';
import type { Spool } from '@tollgate/spool';
import { admitCall, type Admission, type AdmitTools } from './admit/admit-call';
import { addGoodwill } from './admit/goodwill';
import type { HeldCall } from './admit/held-call';
import type { Holds } from './admit/holds';
import type { SessionQuotas } from './admit/session-quota';
import type { AnswerSink } from './answer/answer-sink';
import { ClientAnswer } from './answer/client-answer';
import type { CompleteAnswer } from './answer/complete-answer';
import { attemptCandidates } from './attempt/attempt-candidates';
import type { AttemptTools } from './attempt/attempt-one';
import type { Answered, Attempt, OpenedCall } from './attempt/opened-call';
import { parseCall, type ParsedCall, type ReceivedCall } from './receive/received-call';
import { endCallSpan, failCallSpan, startCallSpan } from './call-span';
import type { ReviewTools } from './review/review-call';
import type { Routing } from './route/choose-route';
import { routeCall } from './route/route-call';
import { describeFailure } from './settle/call-failure';
import type { CallSettler } from './settle/settle-call';

export interface RelayCallOptions {
  readonly getRouting: () => Routing;
  readonly reviewing: ReviewTools;
  readonly holds: Holds;
  readonly sessions: SessionQuotas;
  readonly admitting: Pick<AdmitTools, 'addressCaps' | 'quota'>;
  readonly attempting: AttemptTools;
  /** Learns from a complete answer of a provider. */
  readonly onAnswered: (opened: OpenedCall, answer: CompleteAnswer) => void;
  /** Called once per call, with every attempt that was made. */
  readonly onAttempts: (call: HeldCall, attempts: readonly Attempt[]) => void;
  readonly settler: CallSettler;
  readonly spool: Pick<Spool, 'hasRoom'>;
  readonly idleTimeoutMs: number;
  readonly logger: Logger;
}

/** How a call ended that was answered, in whole or in part. */
export interface CallEnd {
  /** False: it failed after a part of its answer was sent, or its client was gone. */
  readonly isComplete: boolean;
  readonly costNanos: Nanos;
}

/** Answers a call of an HTTP route. Raises what the error handler is to answer. */
export type RelayCall = (call: ReceivedCall, response: Response) => Promise<void>;

/** Raises the failure of a call of which nothing was sent; such a call is not charged. */
export type RunCall = (call: ReceivedCall, response: AnswerSink) => Promise<CallEnd>;

/**
 * The story of a call: receive, review, route, admit, attempt, answer, settle; one folder each.
 * A failure before the hold costs nothing; from the hold on, every exit passes the settler.
 */
export function createRelayCall(options: RelayCallOptions): RunCall {
  const { admitting, attempting, getRouting, holds, sessions, settler, spool } = options;

  return async (received, response) => {
    const parsed = startCallSpan(parseCall(received));
    const routing = getRouting();
    let admission: Admission;
    try {
      const routed = await routeCall(parsed, routing, options);
      const { freeTiers } = routing.snapshot;
      admission = await admitCall(routed, { ...admitting, holds, sessions, spool, freeTiers });
    } catch (error) {
      describeFailed(parsed, response);
      failCallSpan(parsed.span, error, { attempts: [] });
      throw error;
    }
    const first = admission.held;
    const client = new ClientAnswer(first, response, options);

    let answered: Answered<CompleteAnswer> | undefined;
    let settled: SettledUsage;
    try {
      answered = await attemptCandidates(first, attempting, client.read, admission.next);
      options.onAnswered(answered.opened, answered.answer);
      settled = await settler.settle(answered.opened, answered.answer);
    } catch (error) {
      const tried = answered?.opened ?? { attempts: [], candidate: first.candidates[0] };
      const failure = describeFailure(error, tried);
      // A call may have been admitted more than once: the last admission is refunded.
      const { held } = admission;
      options.onAttempts(held, failure.attempts);
      failCallSpan(parsed.span, failure.shown, failure);
      const output = client.readOutput(held);
      const { costNanos, goodwill } = await settler.refund(held, { ...failure, output });
      describeFailed(parsed, response);
      client.fail({ ...failure, shown: addGoodwill(failure.shown, goodwill) });
      return { isComplete: false, costNanos };
    }
    options.onAttempts(admission.held, answered.opened.attempts);
    endCallSpan(answered.opened, settled);
    // After the try block: a settled call must not be refunded, whatever fails from here on.
    client.finish(answered.answer, settled);
    return { isComplete: true, costNanos: settled.costNanos };
  };
}

/** The log of refusals needs the model and the team, which its error handler does not have. */
function describeFailed({ policy, request }: ParsedCall, response: AnswerSink): void {
  describeFailedCall(response, { model: request.requestedModel, teamId: policy.teamId });
}
