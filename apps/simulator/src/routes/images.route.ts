import type { IncomingMessage } from 'node:http';
import { receiveMultipart } from '@tollgate/multipart';
import { readInstructions } from '../domain/instructions';
import { readImageScript, type ImageScript } from '../domain/media/answer-image';
import { makePng } from '../domain/media/make-png';
import { parseBody } from '../domain/sim-request';
import { openai } from '../domain/protocols/openai';
import {
  answerScript,
  createPause,
  readText,
  sendError,
  sendJson,
  trackCall,
  withKey,
  type Route,
  type RouteOptions,
} from './exchange';

const charactersPerToken = 4;
const tokensPerInput = 323;
const tokensPerImage = 1_056;
const imagesMax = 10;
const formLimits = {
  filesMax: 16,
  fileBytesMax: 50 * 1024 * 1024,
  totalBytesMax: 200 * 1024 * 1024,
};

interface ImageCall {
  readonly model: string;
  readonly prompt: string;
  readonly count: number;
  readonly size: string;
  readonly inputs: number;
  /** As a test may want to see it. */
  readonly shown: string;
}

/** POST /v1/images/generations and /v1/images/edits, as the newer image models of OpenAI answer. */
export function imagesRoute({ calls, hanging, makeId, nowMs }: RouteOptions): Route {
  const { errors } = openai;
  return withKey(openai, async (request, response, key, path) => {
    const asked = path.endsWith('/edits') ? await readForm(request) : await readJson(request);
    if (asked === undefined)
      return sendError(response, errors.badRequest("'prompt' is missing.", 'prompt'));
    const { model, prompt, shown: body } = asked;
    trackCall(calls, response, { id: `image-${makeId()}`, model, isStreamed: false, body });
    const instructions = readInstructions(model, prompt);
    const pause = createPause(response);
    if (await answerScript(response, instructions, { errors, hanging, pause, key })) return;
    const origin = `http://${request.headers.host ?? ''}`;
    const seconds = Math.floor(nowMs() / 1_000);
    const hasUsage = instructions.usage !== 'none';
    return sendJson(response, renderImages(asked, { seconds, origin, hasUsage }));
  });
}

async function readJson(request: IncomingMessage): Promise<ImageCall | undefined> {
  const text = (await readText(request)) ?? '';
  const { model, n, prompt, size } = parseBody(text) ?? {};
  if (typeof prompt !== 'string' || typeof model !== 'string') return undefined;
  return { ...readWishes(model, prompt, n, size), inputs: 0, shown: text };
}

async function readForm(request: IncomingMessage): Promise<ImageCall | undefined> {
  const form = await receiveMultipart(request, formLimits);
  try {
    const first = (name: string): string | undefined => form.fields.get(name)?.[0];
    const model = first('model');
    const prompt = first('prompt');
    const images = form.files.filter(({ fieldName }) => fieldName.startsWith('image'));
    if (model === undefined || prompt === undefined || images.length === 0) return undefined;
    const shown = JSON.stringify({
      fields: Object.fromEntries(form.fields),
      files: images.map(({ bytes, contentType, fieldName }) => ({ fieldName, contentType, bytes })),
    });
    const wishes = readWishes(model, prompt, first('n'), first('size'));
    return { ...wishes, inputs: images.length, shown };
  } finally {
    await form.dispose();
  }
}

function readWishes(
  model: string,
  prompt: string,
  n: unknown,
  size: unknown,
): Omit<ImageCall, 'inputs' | 'shown'> {
  const count = Math.min(Math.max(1, Number(n ?? 1)), imagesMax);
  return { model, prompt, count, size: typeof size === 'string' ? size : '1024x1024' };
}

function renderImages(
  { count, inputs, model, prompt, size }: ImageCall,
  shown: { readonly seconds: number; readonly origin: string; readonly hasUsage: boolean },
): string {
  const script = readImageScript(model, prompt);
  const data = Array.from({ length: script === 'none' ? 0 : count }, (_unused, index) =>
    renderImage(script, `${prompt} ${index}`, shown.origin),
  );
  const text = Math.ceil(prompt.length / charactersPerToken);
  const input = text + inputs * tokensPerInput;
  const output = data.length * tokensPerImage;
  return JSON.stringify({
    created: shown.seconds,
    background: 'opaque',
    data,
    output_format: 'png',
    quality: 'medium',
    size,
    ...(shown.hasUsage && {
      usage: {
        input_tokens: input,
        input_tokens_details: { image_tokens: inputs * tokensPerInput, text_tokens: text },
        output_tokens: output,
        total_tokens: input + output,
      },
    }),
  });
}

function renderImage(script: ImageScript, words: string, origin: string): object {
  if (script === 'bytes') return { b64_json: makePng({ seed: words }).toString('base64') };
  if (script === 'text') return { b64_json: Buffer.from('no image at all').toString('base64') };
  const name = `${script}-${encodeURIComponent(words.slice(0, 40).replace(/\W+/g, '-'))}`;
  return { url: `${origin}/v1/images/files/${name}.png`, revised_prompt: words };
}
