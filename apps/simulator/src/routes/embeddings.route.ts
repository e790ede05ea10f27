import { type Fields, readCount } from '../domain/fields';
import { readInstructions } from '../domain/instructions';
import { encodeVector, makeVector } from '../domain/make-vector';
import { parseBody } from '../domain/sim-request';
import { openai } from '../domain/protocols/openai';
import {
  readText,
  sendError,
  sendJson,
  trackCall,
  withKey,
  type Route,
  type RouteOptions,
} from './exchange';

const charactersPerToken = 4;

/** POST /v1/embeddings. Scripts are in the model's name. */
export function embeddingsRoute({ calls, makeId }: RouteOptions): Route {
  const { errors } = openai;
  return withKey(openai, async (request, response, key) => {
    const text = (await readText(request)) ?? '';
    const body = parseBody(text) ?? {};
    const { model } = body;
    const inputs = listInputs(body['input']);
    if (typeof model !== 'string' || inputs.length === 0) {
      return sendError(response, errors.badRequest("'input' is missing.", 'input'));
    }
    trackCall(calls, response, { id: `embed-${makeId()}`, model, isStreamed: false, body: text });
    const instructions = readInstructions(model, '');
    const { status } = instructions;
    if (status !== undefined) {
      return sendError(response, errors.scripted({ ...instructions, status, key }));
    }
    return sendJson(response, renderVectors(body, model, inputs));
  });
}

function renderVectors(body: Fields, model: string, inputs: readonly string[]): string {
  // Some providers support one encoding only.
  const isBase64 = model.includes('+base64_only')
    ? true
    : !model.includes('+float_only') && body['encoding_format'] === 'base64';
  const data = inputs.map((input, index) => {
    const vector = makeVector(input, readCount(body['dimensions']));
    return { object: 'embedding', index, embedding: isBase64 ? encodeVector(vector) : vector };
  });
  const tokens = inputs.reduce(
    (sum, input) => sum + Math.ceil(input.length / charactersPerToken),
    0,
  );
  const usage = model.includes('no_usage')
    ? {}
    : { usage: { prompt_tokens: tokens, total_tokens: tokens } };
  return JSON.stringify({ object: 'list', data, model, ...usage });
}

function listInputs(input: unknown): string[] {
  if (typeof input === 'string') return [input];
  if (!Array.isArray(input)) return [];
  return typeof input[0] === 'number'
    ? [JSON.stringify(input)]
    : input.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
}
