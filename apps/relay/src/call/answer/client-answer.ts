import type { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import type { AnswerStream, SettledUsage } from '@tollgate/model-spec';
import type { Logger } from '@tollgate/observability';
import type { HeldCall } from '../admit/held-call';
import type { Holds } from '../admit/holds';
import { AnswerFailedError } from '../attempt/answer-failed-error';
import type { OpenedCall } from '../attempt/opened-call';
import type { CallCandidate } from '../route/routed-call';
import type { AnswerSink } from './answer-sink';
import type { CompleteAnswer, StreamedOutput } from './complete-answer';
import { UseCount } from './count-uses';
import { OutputCount, ScriptedMeter, StreamMeter, type Meter } from './meter-stream';
import { passAnswerBytes } from './pass-bytes';
import { readPlainAnswer } from './read-plain-answer';
import { streamChoices } from './stream-choices';
import { streamAnswer } from './stream-answer';
import { StreamWriter } from './stream-writer';

export interface ClientAnswerOptions {
  readonly holds: Pick<Holds, 'extend'>;
  readonly idleTimeoutMs: number;
  readonly logger: Logger;
}

/** What the client is shown when no candidate has answered. */
export interface ShownFailure {
  readonly shown: AppError;
  /** The last that was tried. */
  readonly candidate: CallCandidate;
}

/** The answer to the client: what was sent so far, and how it ends. */
export class ClientAnswer {
  readonly #call: HeldCall;
  readonly #response: AnswerSink;
  readonly #options: ClientAnswerOptions;
  /** Undefined: the client did not ask for a stream. */
  readonly #writer: StreamWriter | undefined;
  /** Headers of the candidate under trial; the next candidate replaces them. */
  readonly #headerNames = new Set<string>();
  #stream: AnswerStream | undefined;
  /** Of the current stream. */
  #output = new OutputCount();
  #meter: Meter | undefined;
  #uses: UseCount | undefined;
  #candidate: CallCandidate | undefined;

  constructor(call: HeldCall, response: AnswerSink, options: ClientAnswerOptions) {
    const { request, ulid } = call;
    this.#call = call;
    this.#response = response;
    this.#options = options;
    this.#writer = request.isStreaming
      ? new StreamWriter(response, formatGenerationId(ulid), request)
      : undefined;
  }

  /** Reads the answer of a provider, and passes it on as it comes. Raises AnswerFailedError. */
  readonly read = async (opened: OpenedCall): Promise<CompleteAnswer> => {
    const { idleTimeoutMs } = this.#options;
    const { prepared } = opened;
    this.#candidate = opened.candidate;
    this.#setHeaders(opened);
    if (prepared.passBytes)
      return passAnswerBytes(opened, prepared.passBytes, this.#response, idleTimeoutMs);
    if (this.#writer === undefined || prepared.readWhole !== undefined)
      return readPlainAnswer(opened, idleTimeoutMs);
    return this.#readStream(opened, this.#writer);
  };

  /** How much of an answer had arrived when it failed. */
  readOutput({ hold }: HeldCall): StreamedOutput {
    const hasSentBytes = this.#response.headersSent;
    return {
      tokens: this.#output.tokens,
      hold: this.#meter?.hold ?? hold,
      hasSentBytes,
      candidate: this.#candidate,
      toolUses: this.#uses?.uses,
    };
  }

  /** Sends the last bytes, which contain the cost. */
  finish({ render, renderHeaders }: CompleteAnswer, settled: SettledUsage): void {
    const response = this.#response;
    const rest = render(settled);
    if (this.#writer) {
      this.#writer.end(String(rest));
      return;
    }
    if (response.headersSent) {
      response.end(rest);
      return;
    }
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(rest),
      'x-generation-id': formatGenerationId(this.#call.ulid),
      ...renderHeaders?.(settled),
    });
    response.end(rest);
  }

  /**
   * An error status while nothing was sent (raised for the error handler), frames inside a stream,
   * a broken connection inside other bytes, and nothing when the client has disconnected.
   */
  fail({ candidate, shown }: ShownFailure): void {
    const { clientGone, requestId, ulid: generation } = this.#call;
    const { logger } = this.#options;
    const response = this.#response;
    const writer = this.#writer;
    const fields = { requestId, generation, model: candidate.model.id };
    if (clientGone.aborted) {
      writer?.abandon();
      response.destroy();
      logger.info('call cancelled by the client', fields);
      return;
    }
    if (writer === undefined && response.headersSent) {
      // Only a broken connection shows the client that bytes are missing.
      response.destroy();
      logger.warn('answer broke off', { ...fields, reason: shown.reason, error: shown.cause });
      return;
    }
    if (!writer?.isCommitted) {
      writer?.abandon();
      throw shown;
    }
    logger.warn('stream failed', { ...fields, reason: shown.reason, error: shown.cause });
    writer.end(this.#stream?.fail(shown) ?? candidate.request.renderFailure(shown, candidate.face));
  }

  /** Skipped when a keep-alive has already sent the headers. */
  #setHeaders({ candidate, plan, prepared }: OpenedCall): void {
    const response = this.#response;
    if (response.headersSent) return;
    for (const name of this.#headerNames) response.removeHeader(name);
    for (const headers of [plan.headers, candidate.request.headers, prepared.headers]) {
      for (const name in headers) {
        this.#headerNames.add(name);
        response.setHeader(name, headers[name] ?? '');
      }
    }
    response.setHeader('x-tollgate-provider', candidate.route.provider);
    if (plan.isAuto) response.setHeader('x-auto-resolved-model', candidate.model.id);
  }

  async #readStream(opened: OpenedCall, writer: StreamWriter): Promise<CompleteAnswer> {
    const { holds, idleTimeoutMs } = this.#options;
    writer.discardHeld();
    const output = new OutputCount();
    const { exhaustedAfter } = opened.candidate;
    const meter =
      exhaustedAfter === undefined
        ? StreamMeter.of(opened, holds, output)
        : new ScriptedMeter(opened, exhaustedAfter, output);
    this.#output = output;
    this.#meter = meter;
    const uses = UseCount.of(opened.candidate);
    this.#uses = uses;
    const parts = { writer, meter, uses, idleTimeoutMs };
    const { joined } = opened.prepared;
    try {
      if (joined !== undefined) {
        const opening = joined.openStreams((text) => output.count(text));
        // A failure looks the same in all of them.
        this.#stream = opening.streams[0];
        return await streamChoices(opened, opening, parts);
      }
      const stream = opened.prepared.openStream(
        (text) => output.count(text),
        // A stream whose worst case is held needs no exact count.
        meter === undefined ? (bytes) => output.countBytes(bytes) : undefined,
      );
      this.#stream = stream;
      return await streamAnswer(opened, { stream, ...parts });
    } catch (error) {
      // No other candidate can continue a stream that the client has read or that was paid for.
      const hasBegun = writer.hasWritten || (meter !== undefined && meter.hold !== opened.hold);
      throw error instanceof AnswerFailedError && hasBegun ? error.asFinal() : error;
    }
  }
}
