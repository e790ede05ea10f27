import { type Fields, readCount } from '../domain/fields';
import { readInstructions } from '../domain/instructions';
import { encodeVector, makeVector } from '../domain/make-vector';
import { parseBody } from '../domain/sim-request';
import { openai } from '../domain/protocols/openai';
import { sendJson, type InferenceOptions, type Route } from './inference.route';
import { readKey } from './read-key';
import { readText } from './read-text';
import { sendErrorAnswer } from './send-error';

const charactersPerToken = 4;

/** POST /v1/embeddings. Scripts are in the model's name. */
export function embeddingsRoute({ calls, makeId }: InferenceOptions): Route {
  const { errors } = openai;
  return async (request, response) => {
    const given = readKey(request, openai);
    if (given.kind === 'refused') return sendErrorAnswer(response, given.error);
    const text = await readText(request);
    const body = text === undefined ? undefined : parseBody(text);
    const model = body?.['model'];
    const inputs = listInputs(body?.['input']);
    if (
      text === undefined ||
      body === undefined ||
      typeof model !== 'string' ||
      inputs.length === 0
    ) {
      return sendErrorAnswer(response, errors.badRequest("'input' is missing.", 'input'));
    }
    const id = `embed-${makeId()}`;
    const call = calls.begin({
      id,
      model,
      isStreamed: false,
      headers: request.headers,
      body: text,
    });
    response.once('close', () => call.end(response.writableFinished ? 'answered' : 'cancelled'));
    const instructions = readInstructions(model, '');
    const { status } = instructions;
    if (status !== undefined) {
      const error = { ...instructions, status, key: given.key };
      return sendErrorAnswer(response, errors.scripted(error));
    }
    return sendJson(response, renderVectors(body, model, inputs));
  };
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
