import { estimatePromptTokens, type ChatRequest } from '@tollgate/dialects/openai-chat';
import type { TokenWork } from '@tollgate/pricing';
import type { CatalogModel } from './catalog';
import { isThinking, readThinkingBudget } from './thinking';

/** Output that is reserved when neither the caller nor the model sets a limit. */
const outputTokensDefault = 8_192;

/** The most that a call can use, and everything that can make its tokens dearer. */
export function measureWork(chat: ChatRequest, model: CatalogModel): TokenWork {
  const { body, bodyText } = chat;
  const limit =
    chat.outputTokensMax ??
    Math.min(model.maxCompletionTokens ?? outputTokensDefault, outputTokensDefault);
  const thinks = isThinking(body, model);
  const outputs = model.document.outputModalities ?? [];
  return {
    promptTokens: estimatePromptTokens(chat),
    outputTokens: thinks ? Math.max(limit, readThinkingBudget(body)) : limit,
    choices: chat.choices,
    cacheWrite: readCacheMarkers(bodyText),
    isThinking: thinks,
    hasAudioInput: bodyText.includes('"input_audio"'),
    hasImageInput: bodyText.includes('"image_url"'),
    hasAudioOutput: outputs.includes('audio'),
    hasImageOutput: outputs.includes('image'),
    usesWeb: usesWebPlugin(body['plugins']),
  };
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
