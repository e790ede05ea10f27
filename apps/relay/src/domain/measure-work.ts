import type { TokenWork } from '@tollgate/pricing';
import type { CatalogModel } from './catalog';
import { isThinking, readThinkingBudget } from './thinking';

/** What of a request decides how much it can use. */
export interface MeasuredText {
  readonly body: Readonly<Record<string, unknown>>;
  readonly bodyText: string;
  readonly outputTokensMax: number | undefined;
  readonly choices: number;
  estimatePromptTokens(): number;
}

/** Output that is reserved when neither the caller nor the model sets a limit. */
const outputTokensDefault = 8_192;

/** The most that a call can use, and everything that can make its tokens dearer. */
export function measureWork(request: MeasuredText, model: CatalogModel): TokenWork {
  const { body, bodyText } = request;
  const limit =
    request.outputTokensMax ??
    Math.min(model.maxCompletionTokens ?? outputTokensDefault, outputTokensDefault);
  const thinks = isThinking(body, model);
  const outputs = model.document.outputModalities ?? [];
  return {
    promptTokens: request.estimatePromptTokens(),
    outputTokens: thinks ? addThinking(limit, readThinkingBudget(body), model) : limit,
    choices: request.choices,
    cacheWrite: readCacheMarkers(bodyText),
    isThinking: thinks,
    hasAudioInput: bodyText.includes('"input_audio"'),
    hasImageInput: imageWords.test(bodyText),
    hasAudioOutput: outputs.includes('audio'),
    hasImageOutput: outputs.includes('image'),
    usesWeb: usesWebPlugin(body['plugins']),
  };
}

const imageWords = /"(?:image_url|input_image|image)"/;
const claudeBudgetMin = 1_024;

/** Claude wants a limit above its budget, so it is raised; elsewhere the larger one holds. */
function addThinking(limit: number, budget: number, model: CatalogModel): number {
  if (model.family !== 'anthropic') return Math.max(limit, budget);
  const least = Math.max(budget, claudeBudgetMin);
  return least >= limit ? limit + least : limit;
}

/** A word in the text is enough: to reserve a little too much is harmless, too little is not. */
function readCacheMarkers(bodyText: string): TokenWork['cacheWrite'] {
  if (!bodyText.includes('"cache_control"')) return 'none';
  return bodyText.includes('"1h"') ? '1h' : '5m';
}

function usesWebPlugin(plugins: unknown): boolean {
  if (!Array.isArray(plugins)) return false;
  return plugins.some((plugin) => (plugin as { id?: unknown } | null)?.id === 'web');
}
