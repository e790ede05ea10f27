import type { Response } from 'express';
import { parseRequest, renderErrorFrames } from '@tollgate/dialects/openai-chat';
import { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import type { Logger } from '@tollgate/observability';
import type { Spool } from '@tollgate/spool';
import type { CatalogSnapshot } from '../domain/catalog';
import type { Holds } from './holds';
import { AnswerFailedError, ExhaustedError, type CompleteAnswer } from './answer';
import { attemptCandidates, AttemptsFailedError } from './attempt-candidates';
import { chooseRoute } from './choose-route';
import type { UpstreamClient } from './open-upstream';
import { placeHold } from './place-hold';
import { readPlainAnswer } from './read-plain-answer';
import type { CallFailure, CallSettler } from './settle-call';
import type { Attempt, HeldCall, ParsedCall, ReceivedCall } from './stages';
import { streamAnswer } from './stream-answer';
import { StreamWriter } from './stream-writer';

export interface RelayCallOptions {
  readonly getSnapshot: () => CatalogSnapshot;
  readonly holds: Holds;
  readonly upstream: UpstreamClient;
  readonly settler: CallSettler;
  readonly spool: Pick<Spool, 'hasRoom'>;
  readonly idleTimeoutMs: number;
  readonly logger: Logger;
}

export type RelayCall = (call: ReceivedCall, response: Response) => Promise<void>;

/**
 * The story of a call: parse, route, hold, attempt, answer, settle. What goes wrong before the
 * hold costs nobody anything; from the hold on, every way out passes the settler.
 */
export function createRelayCall(options: RelayCallOptions): RelayCall {
  const { getSnapshot, holds, upstream, settler, spool, idleTimeoutMs, logger } = options;

  return async (received, response) => {
    const parsed: ParsedCall = {
      ...received,
      chat: parseRequest(received.bodyText, received.body),
    };
    const routed = chooseRoute(parsed, getSnapshot());
    if (!spool.hasRoom()) throw new AppError('overloaded', { retryAfterSeconds: 5 });
    const held = await placeHold(routed, holds);

    const generationId = formatGenerationId(held.ulid);
    const writer = held.chat.isStreaming ? new StreamWriter(response, generationId) : undefined;
    let attempts: readonly Attempt[] = [];
    let answer: CompleteAnswer;
    let usage: Readonly<Record<string, unknown>>;
    try {
      const opened = await attemptCandidates(held, upstream);
      attempts = opened.attempts;
      answer = await (writer
        ? streamAnswer(opened, writer, { holds, idleTimeoutMs })
        : readPlainAnswer(opened, idleTimeoutMs));
      usage = await settler.settle(opened, answer);
    } catch (error) {
      const failure = readFailure(error, attempts);
      settler.refund(held, failure);
      tellFailure(held, { response, writer, logger, failure });
      return;
    }
    // Outside: whatever fails from here on, the call is settled and must not be refunded.
    sendEnd(response, writer, generationId, answer.render(usage));
  };
}

function sendEnd(
  response: Response,
  writer: StreamWriter | undefined,
  generationId: string,
  text: string,
): void {
  if (writer) {
    writer.end(text);
    return;
  }
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-generation-id': generationId,
  });
  response.end(text);
}

function readFailure(error: unknown, attempts: readonly Attempt[]): CallFailure {
  const isExhausted = error instanceof ExhaustedError;
  if (error instanceof AttemptsFailedError) {
    return {
      shown: error.shown,
      isCancelled: error.isCancelled,
      isExhausted,
      attempts: error.attempts,
    };
  }
  if (error instanceof AnswerFailedError) {
    return { shown: error.shown, isCancelled: error.isCancelled, isExhausted, attempts };
  }
  return { shown: AppError.from(error), isCancelled: false, isExhausted, attempts };
}

interface FailedCall {
  readonly response: Response;
  readonly writer: StreamWriter | undefined;
  readonly logger: Logger;
  readonly failure: CallFailure;
}

/** A status while the client has seen nothing, frames inside a stream, silence to who has left. */
function tellFailure(call: HeldCall, { failure, logger, response, writer }: FailedCall): void {
  const fields = { requestId: call.requestId, generation: call.ulid, model: call.model.id };
  if (call.clientGone.aborted) {
    writer?.abandon();
    response.destroy();
    logger.info('call cancelled by the client', fields);
    return;
  }
  if (!writer?.isCommitted) {
    writer?.abandon();
    throw failure.shown;
  }
  logger.warn('stream failed', {
    ...fields,
    reason: failure.shown.reason,
    error: failure.shown.cause,
  });
  writer.end(renderErrorFrames(failure.shown, formatGenerationId(call.ulid)));
}
