import type { Response } from 'express';
import { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import type { AnswerStream, SettledUsage } from '@tollgate/model-spec';
import type { Logger } from '@tollgate/observability';
import type { Spool } from '@tollgate/spool';
import type { Holds } from './holds';
import { admitCall, admitNext, type AdmitTools } from './admit-call';
import { AnswerFailedError, type CompleteAnswer } from './answer';
import { attemptCandidates, AttemptsFailedError } from './attempt-candidates';
import { addGoodwill } from './goodwill';
import { chooseRoute, type Routing } from './choose-route';
import { StreamMeter } from './meter-stream';
import type { AttemptTools } from './attempt-one';
import { OutputCount } from './output-count';
import { passAnswerBytes } from './pass-bytes';
import { prepareCall } from './prepare-call';
import { readPlainAnswer } from './read-plain-answer';
import { admitWithin, type SessionQuotas } from './session-quota';
import type { CallFailure, CallSettler } from './settle-call';
import type { Attempt, HeldCall, OpenedCall, ParsedCall, ReceivedCall } from './stages';
import type { ReviewTools } from './review-call';
import { reviewRouted } from './review-routed';
import { streamAnswer } from './stream-answer';
import { StreamWriter } from './stream-writer';
import type { StreamedOutput } from './value-ending';

export interface RelayCallOptions {
  readonly getRouting: () => Routing;
  readonly reviewing: ReviewTools;
  readonly holds: Holds;
  readonly sessions: SessionQuotas;
  readonly admitting: Pick<AdmitTools, 'addressCaps' | 'quota'>;
  readonly attempting: AttemptTools;
  /** Something to learn about the route that answered. */
  readonly onAnswered: (opened: OpenedCall, answer: CompleteAnswer) => void;
  /** Every try of a call, told when it is over. */
  readonly onAttempts: (call: HeldCall, attempts: readonly Attempt[]) => void;
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
  /** Headers that speak for the way under trial alone. */
  readonly headerNames: Set<string>;
  stream: AnswerStream | undefined;
  /** Of the stream under way. */
  output: OutputCount;
  meter: StreamMeter | undefined;
}

/**
 * The story of a call: parse, route, review, prepare, hold, attempt, answer, settle. What goes
 * wrong before the hold costs nobody anything; from the hold on, every way out passes the settler.
 */
export function createRelayCall(options: RelayCallOptions): RelayCall {
  const { admitting, attempting, getRouting, holds, onAnswered, onAttempts, settler } = options;
  const { sessions, spool, idleTimeoutMs, logger } = options;

  return async (received, response) => {
    const parsed: ParsedCall = { ...received, request: received.endpoint.parse(received) };
    const routing = getRouting();
    const routed = await reviewRouted(chooseRoute(parsed, routing), parsed, routing, options);
    if (!spool.hasRoom()) throw new AppError('overloaded', { retryAfterSeconds: 5 });
    const tools = { ...admitting, holds, freeTiers: routing.snapshot.freeTiers };
    // Whatever is held last is what is settled.
    let held = await admitWithin(received.caller, sessions, () =>
      admitCall(prepareCall(routed), tools),
    );
    const goOn = async (): Promise<HeldCall | undefined> => {
      const next = await admitNext(held, tools);
      held = next ?? held;
      return next;
    };

    const line = openLine(held, response);
    let tried: Tried = { attempts: [], candidate: held.candidates[0] };
    let answer: CompleteAnswer;
    let settled: SettledUsage;
    try {
      const read = (opened: OpenedCall): Promise<CompleteAnswer> =>
        readAnswer(opened, line, { holds, idleTimeoutMs });
      const answered = await attemptCandidates(held, attempting, read, goOn);
      tried = answered.opened;
      ({ answer } = answered);
      onAnswered(answered.opened, answer);
      settled = await settler.settle(answered.opened, answer);
    } catch (error) {
      const failure = { ...readFailure(error, tried), output: readOutput(held, line) };
      onAttempts(held, failure.attempts);
      const goodwill = await settler.refund(held, failure);
      const shown = addGoodwill(failure.shown, goodwill);
      tellFailure(held, line, { ...failure, shown }, logger);
      return;
    }
    onAttempts(held, tried.attempts);
    // Outside: whatever fails from here on, the call is settled and must not be refunded.
    sendEnd(held, line, answer, settled);
  };
}

/** What had come of an answer that failed. */
function readOutput({ hold }: HeldCall, { meter, output, response }: Line): StreamedOutput {
  const hasSentBytes = response.headersSent;
  return { tokens: output.tokens, hold: meter?.hold ?? hold, hasSentBytes };
}

function openLine({ request, ulid }: HeldCall, response: Response): Line {
  const writer = request.isStreaming
    ? new StreamWriter(response, formatGenerationId(ulid), request)
    : undefined;
  const unread = { stream: undefined, output: new OutputCount(), meter: undefined };
  return { response, writer, headerNames: new Set(), ...unread };
}

/** Nothing is sent yet, unless the provider was silent for long: then it is too late for them. */
function setHeaders({ candidate, plan, prepared }: OpenedCall, line: Line): void {
  const { headerNames, response } = line;
  if (response.headersSent) return;
  for (const name of headerNames) response.removeHeader(name);
  for (const headers of [plan.headers, candidate.request.headers, prepared.headers]) {
    for (const name in headers) {
      headerNames.add(name);
      response.setHeader(name, headers[name] ?? '');
    }
  }
  response.setHeader('x-tollgate-provider', candidate.route.provider);
  if (plan.isAuto) response.setHeader('x-auto-resolved-model', candidate.model.id);
}

async function readAnswer(
  call: OpenedCall,
  line: Line,
  { holds, idleTimeoutMs }: Pick<RelayCallOptions, 'holds' | 'idleTimeoutMs'>,
): Promise<CompleteAnswer> {
  const { writer } = line;
  setHeaders(call, line);
  const { passBytes } = call.prepared;
  if (passBytes) return passAnswerBytes(call, passBytes, line.response, idleTimeoutMs);
  if (writer === undefined || call.prepared.readWhole !== undefined)
    return readPlainAnswer(call, idleTimeoutMs);
  writer.discardHeld();
  const output = new OutputCount();
  const meter = StreamMeter.of(call, holds, output);
  const stream = call.prepared.openStream(
    (text) => output.count(text),
    // A stream whose worst case is held needs no exact count.
    meter === undefined ? (bytes) => output.countBytes(bytes) : undefined,
  );
  Object.assign(line, { stream, output, meter });
  try {
    return await streamAnswer(call, { stream, writer, meter, idleTimeoutMs });
  } catch (error) {
    // What the client has read, or what was paid for already, nobody else can begin anew.
    const hasBegun = writer.hasWritten || (meter !== undefined && meter.hold !== call.hold);
    throw error instanceof AnswerFailedError && hasBegun ? error.asFinal() : error;
  }
}

function sendEnd(
  call: HeldCall,
  { response, writer }: Line,
  { render, renderHeaders }: CompleteAnswer,
  settled: SettledUsage,
): void {
  const rest = render(settled);
  if (writer) {
    writer.end(String(rest));
    return;
  }
  if (response.headersSent) {
    response.end(rest);
    return;
  }
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(rest),
    'x-generation-id': formatGenerationId(call.ulid),
    ...renderHeaders?.(settled),
  });
  response.end(rest);
}

function readFailure(error: unknown, tried: Tried): CallFailure & Tried {
  const { attempts, candidate } = error instanceof AttemptsFailedError ? error : tried;
  if (error instanceof AttemptsFailedError) {
    const { isCancelled, isExhausted, shown } = error;
    return { shown, isCancelled, isExhausted, attempts, candidate };
  }
  const shown = error instanceof AnswerFailedError ? error.shown : AppError.from(error);
  return { shown, isCancelled: false, isExhausted: false, attempts, candidate };
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
  if (writer === undefined && response.headersSent) {
    // Only a broken connection tells that bytes are missing.
    response.destroy();
    logger.warn('answer broke off', { ...fields, reason: shown.reason, error: shown.cause });
    return;
  }
  if (!writer?.isCommitted) {
    writer?.abandon();
    throw shown;
  }
  logger.warn('stream failed', { ...fields, reason: shown.reason, error: shown.cause });
  writer.end(stream?.fail(shown) ?? candidate.request.renderFailure(shown, candidate.face));
}
