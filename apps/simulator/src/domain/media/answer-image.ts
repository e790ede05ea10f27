import type { Answer } from '../answer';
import { makePng } from './make-png';

/** What one image counts as, in the tokens of an answer. */
export const imageTokens = 1_290;

/** Base64 of the image of an answer, if one was requested. */
export function makeAnswerImage({ request }: Answer): string | undefined {
  const { lastUserText, model, wantsImage } = request;
  if (wantsImage !== true || readImageScript(model, lastUserText) === 'none') return undefined;
  return makePng({ seed: lastUserText }).toString('base64');
}

/** How images are answered: as bytes, as a URL, or malformed. */
const scripts = [
  ...(['bytes', 'url', 'none', 'text', 'drawing'] as const),
  ...(['page', 'elsewhere', 'packed', 'huge'] as const),
];
export type ImageScript = (typeof scripts)[number];

/** `[[sim:image=url]]`, or `+image=url` in the name of the model. */
export function readImageScript(model: string, prompt: string): ImageScript {
  const [, word] = /\bimage=(\w+)/.exec(`${prompt} ${model}`) ?? [];
  return scripts.find((script) => script === word) ?? 'bytes';
}
