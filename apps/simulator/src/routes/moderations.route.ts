import { asRecords, getText } from '../domain/fields';
import { readInstructions } from '../domain/instructions';
import { judgeContent } from '../domain/judge-content';
import { openai } from '../domain/protocols/openai';
import { parseBody } from '../domain/sim-request';
import {
  readText,
  sendError,
  sendJson,
  trackCall,
  withKey,
  type Route,
  type RouteOptions,
} from './exchange';

const defaultModel = 'omni-moderation-latest';

/** POST /v1/moderations. Scripts are in the model's name. */
export function moderationsRoute({ calls, makeId }: RouteOptions): Route {
  const { errors } = openai;
  return withKey(openai, async (request, response, key) => {
    const text = (await readText(request)) ?? '';
    const body = parseBody(text) ?? {};
    const { input } = body;
    const model = typeof body['model'] === 'string' ? body['model'] : defaultModel;
    const results = listResults(input);
    if (results.length === 0) {
      return sendError(
        response,
        errors.badRequest("Missing required parameter: 'input'.", 'input'),
      );
    }
    const id = `modr-${makeId()}`;
    trackCall(calls, response, { id, model, isStreamed: false, body: text });
    const instructions = readInstructions(model, '');
    const { body: fault, status } = instructions;
    if (status !== undefined) {
      return sendError(response, errors.scripted({ ...instructions, status, key }));
    }
    const shown = fault === 'empty_choices' ? [] : results;
    return sendJson(response, JSON.stringify({ id, model, results: shown }));
  });
}

/** Each text has a result of its own; parts are judged together. */
function listResults(input: unknown): readonly object[] {
  if (typeof input === 'string') return [judgeContent({ text: input, hasImage: false })];
  if (!Array.isArray(input) || input.length === 0) return [];
  const texts = input.filter((entry) => typeof entry === 'string');
  if (texts.length === input.length)
    return texts.map((text) => judgeContent({ text, hasImage: false }));
  const hasImage = asRecords(input).some(({ type }) => type === 'image_url');
  return [judgeContent({ text: getText(input), hasImage })];
}
