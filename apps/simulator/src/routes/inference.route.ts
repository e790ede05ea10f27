import type { ServerResponse } from 'node:http';
import { planAnswer, type Answer } from '../domain/answer';
import { noInstructions } from '../domain/instructions';
import type { Protocol, StreamPlan } from '../domain/protocol';
import {
  answerScript,
  createPause,
  describeJson,
  readText,
  sendError,
  sendJson,
  trackCall,
  withKey,
  type Route,
  type RouteOptions,
} from './exchange';
import { writeStream } from './write-stream';

const garbage = '<html><body>502 but nobody told the status line</body></html>';

/** A text endpoint of one protocol, plain and streaming. */
export function inferenceRoute(protocol: Protocol, options: RouteOptions): Route {
  const { calls, makeId, nowMs } = options;
  const { errors } = protocol;
  return withKey(protocol, async (request, response, key, path) => {
    const body = await readText(request);
    if (body === undefined) return sendError(response, errors.tooLarge());
    const { method = '', url: target = '', headers } = request;
    const refusal = protocol.findAuthFault?.({ method, target, headers, body, nowMs: nowMs() });
    if (refusal !== undefined) return sendError(response, refusal);
    const read = protocol.readRequest(body, path, request.headers);
    if (read.kind === 'fault') {
      return sendError(response, errors.badRequest(read.message, read.param));
    }
    const { model, isStreamed } = read.request;
    const createdSeconds = Math.floor(nowMs() / 1_000);
    const id = protocol.idPrefix + makeId();
    const answer = planAnswer(read.request, { id, createdSeconds });
    const isCut = answer.instructions.cutAfter !== undefined;
    trackCall(calls, response, { id, model, isStreamed, body }, isCut ? 'cut' : 'cancelled');
    await answerCall(protocol, answer, response, { ...options, key });
  });
}

async function answerCall(
  protocol: Protocol,
  answer: Answer,
  response: ServerResponse,
  { hanging, key }: Pick<RouteOptions, 'hanging'> & { readonly key: string },
): Promise<void> {
  const { instructions, request } = answer;
  if (instructions === noInstructions && !request.isStreamed) {
    return sendJson(response, protocol.renderAnswer(answer));
  }
  const { errors } = protocol;
  const pause = createPause(response);
  if (await answerScript(response, instructions, { errors, hanging, pause, key })) return;
  if (instructions.body === 'garbage') return sendJson(response, garbage);
  const ending = request.isStreamed
    ? await writeStream(response, protocol.renderStream(answer), { instructions, pause })
    : sendScripted(response, answer, protocol.renderAnswer(answer));
  if (ending === 'hang') hanging.hold(response);
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
  response.writeHead(200, describeJson(body));
  response.write(body.slice(0, body.length / 2));
  if (hangAfter !== undefined) return 'hang';
  response.socket?.destroySoon();
  return 'cut';
}
