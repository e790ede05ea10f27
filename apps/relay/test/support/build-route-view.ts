import type { RouteView } from '../../src/call/route/auto-router/read-route-view';

/** A plain question of 100 to 500 tokens: every feature of its level is zero. */
export const plainText = 'word '.repeat(80);

export function aRouteView(changes: Partial<RouteView> = {}): RouteView {
  return {
    text: plainText,
    turns: 1,
    tools: [],
    hasImage: false,
    hasVideo: false,
    hasAudio: false,
    hasFile: false,
    wantsImage: false,
    wantsWeb: false,
    wantsThought: false,
    outputTokensMax: 0,
    hasStrictSchema: false,
    estimatePromptTokens: () => 100,
    ...changes,
  };
}
