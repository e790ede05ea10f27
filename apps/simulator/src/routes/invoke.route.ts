import type { IncomingMessage } from 'node:http';
import type { Fields } from '../domain/fields';
import { readInstructions } from '../domain/instructions';
import { embeddingWires } from '../domain/invoke/embedding-wires';
import { imageWires } from '../domain/invoke/image-wires';
import { malformed, type InvokeWire } from '../domain/invoke/invoke-wire';
import type { ErrorAnswer } from '../domain/protocol';
import { bedrock } from '../domain/protocols/bedrock';
import { parseBody } from '../domain/sim-request';
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

const pathPattern = /\/model\/([^/]+)\/invoke$/;
const wires: readonly InvokeWire[] = [...embeddingWires, ...imageWires];

/** POST /v1/model/{model}/invoke: InvokeModel of Bedrock, for models that do not converse. */
export function invokeRoute({ calls, hanging, makeId, nowMs }: RouteOptions): Route {
  const { errors } = bedrock;
  return withKey(bedrock, async (request, response, key, path) => {
    const text = await readText(request);
    if (text === undefined) return sendError(response, errors.tooLarge());
    const refusal = findAuthFault(request, text, nowMs());
    if (refusal !== undefined) return sendError(response, refusal);
    const model = decodeURIComponent(pathPattern.exec(path)?.[1] ?? '');
    const body = parseBody(text) ?? {};
    const wire = wires.find(({ pattern }) => pattern.test(model));
    if (wire === undefined) return sendError(response, errors.badRequest(unknownModel, null));
    const fault = findFault(wire, body);
    if (fault !== undefined) return sendError(response, errors.badRequest(fault, null));
    const id = `invoke-${makeId()}`;
    trackCall(calls, response, { id, model, isStreamed: false, body: text });
    const instructions = readInstructions(model, wire.readPrompt(body));
    const pause = createPause(response);
    if (await answerScript(response, instructions, { errors, hanging, pause, key })) return;
    if (instructions.body === 'garbage') return sendJson(response, '<html></html>');
    const answer = wire.render({ id, model, body, instructions });
    response.writeHead(200, { ...answer.headers, ...describeJson(answer.body) });
    response.end(answer.body);
  });
}

function findAuthFault(
  { headers, method = '', url: target = '' }: IncomingMessage,
  body: string,
  nowMs: number,
): ErrorAnswer | undefined {
  return bedrock.findAuthFault?.({ method, target, headers, body, nowMs });
}

const unknownModel = 'The provided model identifier is invalid.';

function findFault(wire: InvokeWire, body: Fields): string | undefined {
  const extra = Object.keys(body).find((name) => !wire.fields.has(name));
  return extra === undefined
    ? wire.findFault(body)
    : malformed(`extraneous key [${extra}] is not permitted`);
}
