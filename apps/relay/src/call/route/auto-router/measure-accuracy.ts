import { estimateTextTokens } from '@tollgate/model-kit';
import type { PlanRequest } from '../../../domain/model-plan';
import { chooseTier } from './choose-tier';
import { readRouteView } from './read-route-view';
import { autoTierNames, type AutoTierName } from '../../../catalog/tiers';

export interface LabelledPrompt {
  readonly text: string;
  readonly attach?: 'image' | 'video';
  /** Further fields of the request. */
  readonly request?: Readonly<Record<string, unknown>>;
}

/** The file format: prompts by the tier that a person expects. */
export interface PromptSet {
  readonly prompts: Readonly<Record<string, readonly (string | LabelledPrompt)[]>>;
}

export interface Accuracy {
  readonly right: number;
  readonly total: number;
  /** How many prompts of each expected tier were assigned to each tier. */
  readonly confusion: ReadonlyMap<AutoTierName, ReadonlyMap<AutoTierName, number>>;
  readonly misses: readonly {
    readonly expected: AutoTierName;
    readonly chosen: AutoTierName;
    readonly text: string;
  }[];
}

/** How often the router chooses the expected tier. */
export function measureAccuracy(set: PromptSet): Accuracy {
  const confusion = new Map<AutoTierName, Map<AutoTierName, number>>();
  const misses: Accuracy['misses'][number][] = [];
  let total = 0;
  for (const expected of autoTierNames) {
    const row = new Map<AutoTierName, number>();
    confusion.set(expected, row);
    for (const given of set.prompts[expected] ?? []) {
      const prompt = typeof given === 'string' ? { text: given } : given;
      const chosen = chooseTier(readRouteView(makeRequest(prompt), { isOnline: false }));
      row.set(chosen, (row.get(chosen) ?? 0) + 1);
      total++;
      if (chosen !== expected) misses.push({ expected, chosen, text: prompt.text });
    }
  }
  return { right: total - misses.length, total, confusion, misses };
}

const mediaUrl = 'https://example.com/media';
const attachments = {
  image: { type: 'image_url', image_url: { url: mediaUrl } },
  video: { type: 'video_url', video_url: { url: mediaUrl } },
} as const;

function makeRequest({ attach, request, text }: LabelledPrompt): PlanRequest {
  const parts = attach === undefined ? [] : [attachments[attach]];
  const messages = [{ role: 'user', content: [{ type: 'text', text }, ...parts] }];
  return {
    apiType: 'chat',
    requestedModel: 'auto',
    body: { model: 'auto', messages, ...request },
    estimatePromptTokens: () => estimateTextTokens(text),
  };
}
