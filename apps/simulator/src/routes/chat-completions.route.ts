import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '@tollgate/http';
import { AppError } from '@tollgate/errors';
import { planAnswer, type Answer } from '../domain/answer';
import type { CallLog, RunningCall } from '../domain/call-log';
import { parseChatRequest } from '../domain/chat-request';
import { noInstructions } from '../domain/instructions';
import { renderCompletion } from '../domain/render-completion';
import { renderBadRequest, renderScriptedError, renderTooLarge } from '../domain/render-error';
import { renderStream, type StreamPlan } from '../domain/render-stream';
import type { HangingCalls } from './hanging-calls';
import { createPause } from './pause';
import { readBearerKey } from './read-bearer-key';
import { sendErrorAnswer } from './send-error';
import { writeStream } from './write-stream';

const bodyBytesMax = 96 * 1024 * 1024;
const garbage = '<html><body>502 but nobody told the status line</body></html>';

export type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface ChatCompletionsOptions {
  readonly calls: CallLog;
  readonly makeId: () => string;
  readonly nowMs: () => number;
  readonly hanging: Pick<HangingCalls, 'hold'>;
}

/** POST /v1/chat/completions */
export function chatCompletionsRoute(options: ChatCompletionsOptions): Route {
  const { calls, makeId, nowMs } = options;
  return async (request, response) => {
    const bearer = readBearerKey(request);
    if (bearer.kind === 'refused') return sendErrorAnswer(response, bearer.error);
    const body = await readText(request);
    if (body === undefined) return sendErrorAnswer(response, renderTooLarge());
    const parsed = parseChatRequest(body);
    if (parsed.kind === 'fault') {
      return sendErrorAnswer(response, renderBadRequest(parsed.message, parsed.param));
    }
    const { model, isStreamed } = parsed.request;
    const createdSeconds = Math.floor(nowMs() / 1_000);
    const answer = planAnswer(parsed.request, { id: makeId(), createdSeconds });
    const { id } = answer;
    const call = calls.begin({ id, model, isStreamed, headers: request.headers, body });
    followCall(call, response, answer);
    await answerCall(answer, response, { ...options, key: bearer.key });
  };
}

async function readText(request: IncomingMessage): Promise<string | undefined> {
  try {
    return (await readBody(request, { bytesMax: bodyBytesMax })).toString('utf8');
  } catch (error) {
    if (AppError.is(error, 'body_too_large')) return undefined;
    throw error;
  }
}

function followCall(call: RunningCall, response: ServerResponse, answer: Answer): void {
  const isCut = answer.instructions.cutAfter !== undefined;
  response.once('close', () => {
    if (response.writableFinished) call.end('answered');
    else call.end(isCut ? 'cut' : 'cancelled');
  });
}

async function answerCall(
  answer: Answer,
  response: ServerResponse,
  { hanging, key }: Pick<ChatCompletionsOptions, 'hanging'> & { readonly key: string },
): Promise<void> {
  const { instructions, request } = answer;
  if (instructions === noInstructions && !request.isStreamed) {
    return sendCompletion(response, renderCompletion(answer));
  }
  const { delayMs, status, body, chunkDelayMs } = instructions;
  const pause = createPause(response);
  if (delayMs > 0) await pause.forMs(delayMs);
  if (response.destroyed) return;
  if (body === 'hang') return hanging.hold(response);
  if (status !== undefined) {
    return sendErrorAnswer(response, renderScriptedError({ ...instructions, status, key }));
  }
  if (body === 'garbage') return sendCompletion(response, garbage);
  const ending = request.isStreamed
    ? await writeStream(response, renderStream(answer), { chunkDelayMs, pause })
    : sendScripted(response, answer);
  if (ending === 'hang') hanging.hold(response);
}

function sendCompletion(response: ServerResponse, body: string): void {
  writeHead(response, body);
  response.end(body);
}

function writeHead(response: ServerResponse, body: string): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
}

/** A plain answer, or half of one when the call was told to hang or to be cut. */
function sendScripted(response: ServerResponse, answer: Answer): StreamPlan['ending'] {
  const { hangAfter, cutAfter } = answer.instructions;
  const body = renderCompletion(answer);
  if (hangAfter === undefined && cutAfter === undefined) {
    sendCompletion(response, body);
    return 'end';
  }
  writeHead(response, body);
  response.write(body.slice(0, body.length / 2));
  if (hangAfter !== undefined) return 'hang';
  response.socket?.destroySoon();
  return 'cut';
}
