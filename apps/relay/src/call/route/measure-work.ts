import type { TokenWork } from '@tollgate/pricing';
import type { CatalogModel } from '../../catalog/catalog';
import { hasWord, type WrittenBody } from '../../domain/find-words';
import { addThinkingBudget, isThinking } from './thinking';
import { wantsWebSearch } from '../../domain/web-search';

/** The fields of a request that determine its usage. */
export interface MeasuredText extends WrittenBody {
  readonly outputTokensMax: number | undefined;
  readonly choices: number;
  readonly extras?: TokenWork['extras'];
  estimatePromptTokens(): number;
}

/** Output tokens that are held when the caller sets no limit. */
export const outputTokensDefault = 8_192;

/** The most that a call can use, and what makes its tokens more expensive. */
export function measureWork(request: MeasuredText, model: CatalogModel): TokenWork {
  const { body } = request;
  const limit =
    request.outputTokensMax ??
    Math.min(model.maxCompletionTokens ?? outputTokensDefault, outputTokensDefault);
  const thinks = isThinking(body, model);
  const outputs = model.document.outputModalities ?? [];
  return {
    promptTokens: request.estimatePromptTokens(),
    outputTokens: addThinkingBudget(limit, body, model),
    choices: request.choices,
    cacheWrite: readCacheMarkers(request),
    isThinking: thinks,
    hasAudioInput: hasWord(request, ['input_audio']),
    hasImageInput: hasWord(request, imageWords),
    hasAudioOutput: outputs.includes('audio'),
    hasImageOutput: outputs.includes('image'),
    usesWeb: wantsWebSearch(body),
    extras: request.extras,
  };
}

const imageWords = ['image_url', 'input_image', 'image'];

/** A textual match is enough: reserving a little too much is harmless, too little is not. */
function readCacheMarkers(request: WrittenBody): TokenWork['cacheWrite'] {
  if (!hasWord(request, ['cache_control'])) return 'none';
  return hasWord(request, ['1h']) ? '1h' : '5m';
}
