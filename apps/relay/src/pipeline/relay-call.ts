import type { Response } from 'express';
import { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import type { AnswerStream, SettledUsage } from '@tollgate/model-spec';
import type { Logger } from '@tollgate/observability';
import type { Spool } from '@tollgate/spool';
import type { Holds } from './holds';
import { AnswerFailedError, ExhaustedError, type CompleteAnswer } from './answer';
import { attemptCandidates, AttemptsFailedError } from './attempt-candidates';
import { chooseRoute, type Routing } from './choose-route';
import { StreamMeter } from './meter-stream';
import type { UpstreamClient } from './open-upstream';
import { placeHold } from './place-hold';
import { prepareCall } from './prepare-call';
import { readPlainAnswer } from './read-plain-answer';
import type { CallFailure, CallSettler } from './settle-call';
import type { HeldCall, OpenedCall, ParsedCall, ReceivedCall } from './stages';
import { streamAnswer } from './stream-answer';
import { StreamWriter } from './stream-writer';

export interface RelayCallOptions {
  readonly getRouting: () => Routing;
  readonly holds: Holds;
  readonly upstream: UpstreamClient;
  readonly settler: CallSettler;
  readonly spool: Pick<Spool, 'hasRoom'>;
  readonly idleTimeoutMs: number;
  readonly logger: Logger;
}

export type RelayCall = (call: ReceivedCall, response: Response) => Promise<void>;

type Tried = Pick<OpenedCall, 'attempts' | 'candidate'>;

/** What the client has been told so far. */
interface Line {
  readonly response: Response;
  readonly writer: StreamWriter | undefined;
  stream: AnswerStream | undefined;
}

/**
 * The story of a call: parse, route, prepare, hold, attempt, answer, settle. What goes wrong before
 * the hold costs nobody anything; from the hold on, every way out passes the settler.
 */
export function createRelayCall(options: RelayCallOptions): RelayCall {
  const { getRouting, holds, upstream, settler, spool, idleTimeoutMs, logger } = options;

  return async (received, response) => {
    const parsed: ParsedCall = { ...received, request: received.endpoint.parse(received) };
    const routed = chooseRoute(parsed, getRouting());
    if (!spool.hasRoom()) throw new AppError('overloaded', { retryAfterSeconds: 5 });
    const held = await placeHold(prepareCall(routed), holds);

    const line = openLine(held, response);
    let tried: Tried = { attempts: [], candidate: held.candidates[0] };
    let answer: CompleteAnswer;
    let settled: SettledUsage;
    try {
      const opened = await attemptCandidates(held, upstream);
      tried = opened;
      setHeaders(opened, response);
      answer = await readAnswer(opened, line, { holds, idleTimeoutMs });
      settled = await settler.settle(opened, answer);
    } catch (error) {
      const failure = readFailure(error, tried);
      settler.refund(held, failure);
      tellFailure(held, line, failure, logger);
      return;
    }
    // Outside: whatever fails from here on, the call is settled and must not be refunded.
    sendEnd(held, line, answer.render(settled));
  };
}

function openLine({ request, ulid }: HeldCall, response: Response): Line {
  const writer = request.isStreaming
    ? new StreamWriter(response, formatGenerationId(ulid), request.keepAliveFrame)
    : undefined;
  return { response, writer, stream: undefined };
}

/** Nothing is sent yet, unless the provider was silent for long: then it is too late for them. */
function setHeaders({ candidate, plan, prepared }: OpenedCall, response: Response): void {
  if (response.headersSent) return;
  for (const headers of [plan.headers, candidate.request.headers, prepared.headers])
    for (const name in headers) response.setHeader(name, headers[name] ?? '');
  if (plan.isAuto) response.setHeader('x-auto-resolved-model', candidate.model.id);
}

async function readAnswer(
  call: OpenedCall,
  line: Line,
  { holds, idleTimeoutMs }: Pick<RelayCallOptions, 'holds' | 'idleTimeoutMs'>,
): Promise<CompleteAnswer> {
  const { writer } = line;
  if (writer === undefined) return readPlainAnswer(call, idleTimeoutMs);
  const meter = StreamMeter.of(call, holds);
  const stream = call.prepared.openStream(meter && ((text) => meter.count(text)));
  line.stream = stream;
  return streamAnswer(call, { stream, writer, meter, idleTimeoutMs });
}

function sendEnd(call: HeldCall, { response, writer }: Line, text: string): void {
  if (writer) {
    writer.end(text);
    return;
  }
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-generation-id': formatGenerationId(call.ulid),
  });
  response.end(text);
}

function readFailure(error: unknown, tried: Tried): CallFailure & Tried {
  const isExhausted = error instanceof ExhaustedError;
  const { attempts, candidate } = error instanceof AttemptsFailedError ? error : tried;
  const ending = { isExhausted, attempts, candidate };
  if (error instanceof AttemptsFailedError || error instanceof AnswerFailedError)
    return { shown: error.shown, isCancelled: error.isCancelled, ...ending };
  return { shown: AppError.from(error), isCancelled: false, ...ending };
}

/** A status while the client has seen nothing, frames inside a stream, silence to who has left. */
function tellFailure(
  call: HeldCall,
  line: Line,
  { candidate, shown }: CallFailure & Tried,
  logger: Logger,
): void {
  const { response, stream, writer } = line;
  const fields = { requestId: call.requestId, generation: call.ulid, model: candidate.model.id };
  if (call.clientGone.aborted) {
    writer?.abandon();
    response.destroy();
    logger.info('call cancelled by the client', fields);
    return;
  }
  if (!writer?.isCommitted) {
    writer?.abandon();
    throw shown;
  }
  logger.warn('stream failed', { ...fields, reason: shown.reason, error: shown.cause });
  writer.end(stream?.fail(shown) ?? candidate.request.renderFailure(shown, candidate.face));
}
