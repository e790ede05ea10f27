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

const nameWidth = 11;
const cellWidth = 6;

/** A row for every expected tier, a column for every chosen one. */
export function formatAccuracy({ confusion, misses, right, total }: Accuracy): string {
  const head = autoTierNames.map((tier) => tier.slice(0, cellWidth - 1).padStart(cellWidth));
  const lines = [`${'expected'.padEnd(nameWidth)}${head.join('')}   right`];
  for (const tier of autoTierNames) {
    const row = confusion.get(tier);
    const counts = autoTierNames.map((chosen) => row?.get(chosen) ?? 0);
    const sum = counts.reduce((left, count) => left + count, 0);
    const cells = counts.map((count) => (count === 0 ? '.' : String(count)).padStart(cellWidth));
    lines.push(
      `${tier.padEnd(nameWidth)}${cells.join('')}   ${formatShare(row?.get(tier) ?? 0, sum)}`,
    );
  }
  lines.push('', `${right} of ${total} as a person would: ${formatShare(right, total)}`, '');
  for (const { chosen, expected, text } of misses)
    lines.push(`${expected} -> ${chosen}: ${text.slice(0, 80).replaceAll('\n', ' ')}`);
  return lines.join('\n');
}

function formatShare(count: number, total: number): string {
  return `${((100 * count) / Math.max(1, total)).toFixed(1)} %`;
}
