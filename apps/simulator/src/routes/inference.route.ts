import type { IncomingMessage, ServerResponse } from 'node:http';
import { planAnswer, type Answer } from '../domain/answer';
import type { CallLog, RunningCall } from '../domain/call-log';
import { noInstructions } from '../domain/instructions';
import type { Protocol, StreamPlan } from '../domain/protocol';
import type { HangingCalls } from './hanging-calls';
import { createPause } from './pause';
import { readKey } from './read-key';
import { readText } from './read-text';
import { sendErrorAnswer } from './send-error';
import { writeStream } from './write-stream';

const garbage = '<html><body>502 but nobody told the status line</body></html>';

export type Route = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) => Promise<void>;

export interface InferenceOptions {
  readonly calls: CallLog;
  readonly makeId: () => string;
  readonly nowMs: () => number;
  readonly hanging: Pick<HangingCalls, 'hold'>;
}

/** A text endpoint of one protocol, plain and streaming. */
export function inferenceRoute(protocol: Protocol, options: InferenceOptions): Route {
  const { calls, makeId, nowMs } = options;
  const { errors } = protocol;
  return async (request, response, path) => {
    const given = readKey(request, protocol);
    if (given.kind === 'refused') return sendErrorAnswer(response, given.error);
    const body = await readText(request);
    if (body === undefined) return sendErrorAnswer(response, errors.tooLarge());
    const read = protocol.readRequest(body, path, request.headers);
    if (read.kind === 'fault') {
      return sendErrorAnswer(response, errors.badRequest(read.message, read.param));
    }
    const { model, isStreamed } = read.request;
    const createdSeconds = Math.floor(nowMs() / 1_000);
    const id = protocol.idPrefix + makeId();
    const answer = planAnswer(read.request, { id, createdSeconds });
    const call = calls.begin({ id, model, isStreamed, headers: request.headers, body });
    followCall(call, response, answer);
    await answerCall(protocol, answer, response, { ...options, key: given.key });
  };
}

function followCall(call: RunningCall, response: ServerResponse, answer: Answer): void {
  const isCut = answer.instructions.cutAfter !== undefined;
  response.once('close', () => {
    if (response.writableFinished) call.end('answered');
    else call.end(isCut ? 'cut' : 'cancelled');
  });
}

async function answerCall(
  protocol: Protocol,
  answer: Answer,
  response: ServerResponse,
  { hanging, key }: Pick<InferenceOptions, 'hanging'> & { readonly key: string },
): Promise<void> {
  const { instructions, request } = answer;
  if (instructions === noInstructions && !request.isStreamed) {
    return sendJson(response, protocol.renderAnswer(answer));
  }
  const { delayMs, status, body } = instructions;
  const pause = createPause(response);
  if (delayMs > 0) await pause.forMs(delayMs);
  if (response.destroyed) return;
  if (body === 'hang') return hanging.hold(response);
  if (status !== undefined) {
    return sendErrorAnswer(response, protocol.errors.scripted({ ...instructions, status, key }));
  }
  if (body === 'garbage') return sendJson(response, garbage);
  const ending = request.isStreamed
    ? await writeStream(response, protocol.renderStream(answer), { instructions, pause })
    : sendScripted(response, answer, protocol.renderAnswer(answer));
  if (ending === 'hang') hanging.hold(response);
}

export function sendJson(response: ServerResponse, body: string): void {
  writeHead(response, body);
  response.end(body);
}

function writeHead(response: ServerResponse, body: string): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
}

/** A plain answer, or half of one with `hang` or `cut`. */
function sendScripted(
  response: ServerResponse,
  { instructions }: Answer,
  body: string,
): StreamPlan['ending'] {
  const { hangAfter, cutAfter } = instructions;
  if (hangAfter === undefined && cutAfter === undefined) {
    sendJson(response, body);
    return 'end';
  }
  writeHead(response, body);
  response.write(body.slice(0, body.length / 2));
  if (hangAfter !== undefined) return 'hang';
  response.socket?.destroySoon();
  return 'cut';
}
