import type { ServerResponse } from 'node:http';
import { measureAudio, readEnds } from '@tollgate/media-types';
import { receiveMultipart, type ReceivedFile, type ReceivedForm } from '@tollgate/multipart';
import { readInstructions } from '../domain/instructions';
import { planTranscript } from '../domain/plan-transcript';
import { openai } from '../domain/protocols/openai';
import {
  answerScript,
  createPause,
  sendError,
  sendJson,
  trackCall,
  withKey,
  type Route,
  type RouteOptions,
} from './exchange';

const mebibyte = 1024 * 1024;
const limits = { filesMax: 1, fileBytesMax: 25 * mebibyte, totalBytesMax: 26 * mebibyte };
const bytesPerSecond = 4_000;
const formats = ['json', 'verbose_json'];

/** POST /v1/audio/transcriptions. Scripts are in names (model, file), or in the prompt. */
export function transcriptionsRoute(options: RouteOptions): Route {
  const { errors } = openai;
  return withKey(openai, async (request, response, key) => {
    const form = await receiveMultipart(request, limits).catch(() => undefined);
    if (!form) return sendError(response, errors.badRequest('Could not parse.', null));
    try {
      const order = readOrder(form);
      if ('fault' in order) {
        return sendError(response, errors.badRequest(order.fault, order.param));
      }
      await answer(order, { ...options, form, response, key });
    } finally {
      await form.dispose();
    }
  });
}

interface Order {
  readonly file: ReceivedFile;
  readonly model: string;
  readonly format: string;
}

interface Context extends RouteOptions {
  readonly form: ReceivedForm;
  readonly response: ServerResponse;
  readonly key: string;
}

function readOrder(form: ReceivedForm): Order | { readonly fault: string; readonly param: string } {
  const [file] = form.files;
  const model = readField(form, 'model');
  const format = readField(form, 'response_format') ?? 'json';
  if (file?.fieldName !== 'file' || model === undefined) {
    return { fault: "'file' is missing.", param: 'file' };
  }
  if (!formats.includes(format) || (format !== 'json' && model.includes('json_only'))) {
    const fault = `response_format '${format}' is not compatible with model '${model}'.`;
    return { fault, param: 'response_format' };
  }
  return { file, model, format };
}

async function answer({ file, format, model }: Order, context: Context): Promise<void> {
  const { calls, form, hanging, key, makeId, response } = context;
  const { errors } = openai;
  const body = JSON.stringify({ ...Object.fromEntries(form.fields), bytes: file.bytes });
  trackCall(calls, response, { id: makeId(), model, isStreamed: false, body });
  const instructions = readInstructions(model, (readField(form, 'prompt') ?? '') + file.fileName);
  const pause = createPause(response);
  if (await answerScript(response, instructions, { errors, hanging, pause, key })) return;
  if (instructions.body === 'garbage') return sendJson(response, '<html>not JSON</html>');
  const transcript = {
    seconds: await readSeconds(file),
    format,
    hasWords: form.fields.get('timestamp_granularities[]')?.includes('word') === true,
    language: readField(form, 'language'),
    isTokenPriced: model.includes('tokens'),
  };
  sendJson(response, planTranscript(transcript, instructions));
}

function readField(form: ReceivedForm, name: string): string | undefined {
  return form.fields.get(name)?.[0];
}

async function readSeconds(file: ReceivedFile): Promise<number> {
  return measureAudio(await readEnds(file.open())) ?? Math.max(1, file.bytes / bytesPerSecond);
}
