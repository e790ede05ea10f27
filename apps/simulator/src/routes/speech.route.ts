import type { ServerResponse } from 'node:http';
import { readInstructions, type Instructions } from '../domain/instructions';
import { planSpeech, type Speech } from '../domain/plan-speech';
import { openai } from '../domain/protocols/openai';
import { parseBody } from '../domain/sim-request';
import {
  answerScript,
  createPause,
  readText,
  sendError,
  trackCall,
  withKey,
  type Pause,
  type Route,
  type RouteOptions,
} from './exchange';

const pieceBytes = 4_800;
const page = '<html><script>alert(1)</script></html>';

/** POST /v1/audio/speech. Scripts are in the model's name or in the text. */
export function speechRoute({ calls, hanging, makeId }: RouteOptions): Route {
  const { errors } = openai;
  return withKey(openai, async (request, response, key) => {
    const body = (await readText(request)) ?? '';
    const order = readOrder(body);
    if (!order) return sendError(response, errors.badRequest("'input' is missing.", 'input'));
    const { input, model } = order;
    const speech = planSpeech(input, order.format, order.speed);
    if (!speech) {
      return sendError(response, errors.badRequest('Unknown format.', 'response_format'));
    }
    const instructions = readInstructions(model, input);
    const unfinished = instructions.cutAfter === undefined ? 'cancelled' : 'cut';
    trackCall(calls, response, { id: makeId(), model, isStreamed: true, body }, unfinished);
    const pause = createPause(response);
    if (await answerScript(response, instructions, { errors, hanging, pause, key })) return;
    const ending = await writeSpeech(response, choose(speech, instructions), instructions, pause);
    if (ending === 'hang') hanging.hold(response);
  });
}

interface Order {
  readonly model: string;
  readonly input: string;
  readonly format: string;
  readonly speed: number;
}

function readOrder(text: string): Order | undefined {
  const { input, model, response_format: format = 'mp3', speed = 1, voice } = parseBody(text) ?? {};
  if (typeof model !== 'string' || typeof input !== 'string' || typeof voice !== 'string') {
    return undefined;
  }
  return { model, input, format: String(format), speed: Number(speed) };
}

function choose(speech: Speech, { body }: Instructions): Speech {
  if (body === 'empty') return { ...speech, bytes: Buffer.alloc(0) };
  if (body === 'garbage') return { contentType: 'text/html', bytes: Buffer.from(page) };
  return speech;
}

/** In pieces without a length before them, as real ones stream it. */
async function writeSpeech(
  response: ServerResponse,
  { bytes, contentType }: Speech,
  { chunkDelayMs, cutAfter, hangAfter }: Instructions,
  pause: Pause,
): Promise<'end' | 'hang'> {
  response.writeHead(200, { 'content-type': contentType, 'transfer-encoding': 'chunked' });
  const pieces = Math.ceil(bytes.length / pieceBytes);
  for (let index = 0; index < pieces && !response.destroyed; index += 1) {
    if (index === hangAfter) return 'hang';
    if (index === cutAfter) {
      response.socket?.destroySoon();
      return 'end';
    }
    if (chunkDelayMs > 0) await pause.forMs(chunkDelayMs);
    const piece = bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes);
    if (!response.write(piece)) await pause.untilDrained(response);
  }
  response.end();
  return 'end';
}
