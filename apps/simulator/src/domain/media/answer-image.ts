import type { Answer } from '../answer';
import { readImageScript } from './image-script';
import { makePng } from './make-png';

/** What one image counts as, in the tokens of an answer. */
export const imageTokens = 1_290;

/** Base64 of the image of an answer, if one was requested. */
export function makeAnswerImage({ request }: Answer): string | undefined {
  const { lastUserText, model, wantsImage } = request;
  if (wantsImage !== true || readImageScript(model, lastUserText) === 'none') return undefined;
  return makePng({ seed: lastUserText }).toString('base64');
}
