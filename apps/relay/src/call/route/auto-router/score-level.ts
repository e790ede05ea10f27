import { estimateTextTokens } from '@tollgate/model-kit';
import { removeFences } from './code-marks';
import { levelWords, trivialOpenings } from './level-words';
import { PhraseMatcher, splitWords } from './phrase-matcher';
import type { RouteView } from './read-route-view';
import { levelTiers, type LevelTier } from '../../../catalog/tiers';

/** The scores between the levels. */
const bounds = [-0.1, 0.12, 0.35] as const;
/** Below this confidence the next higher level is the safer choice. */
const confidenceMin = 0.65;
const steepness = 25;
const longPromptTokens = 50_000;
const formalHitsMin = 2;

const matcher = new PhraseMatcher(levelWords);

export interface LevelScore {
  readonly score: number;
  readonly formalHits: number;
}

/** The difficulty of a request without a clear subject. */
export function findLevel(view: RouteView): LevelTier {
  const { formalHits, score } = scoreLevel(view);
  const level = promote(score);
  return levelTiers[Math.max(level, findFloor(view, formalHits, level))] ?? 'reasoning';
}

/** A weighted sum of features between -1 and 1. */
export function scoreLevel(view: RouteView): LevelScore {
  const text = removeFences(view.text);
  const words = splitWords(text);
  const hits = matcher.match(words);
  const formalHits = hits('formal').distinct;
  const steps = countNumberedLines(view.text) + hits('step').distinct;
  const score =
    0.2 * rateLength(estimateTextTokens(view.text)) +
    0.2 * (isTrivial(text, words.length) ? -1 : 0) +
    0.2 * Math.min(1, hits('analytic').distinct / 2) +
    0.2 * Math.min(1, formalHits / 2) +
    0.1 * Math.min(1, hits('constraint').total / 4) +
    0.1 * Math.min(1, steps / 5) +
    0.1 * rateTools(view.tools.length) +
    0.05 * rateTurns(view.turns) +
    0.05 * rateOutput(view, hits('longOutput').distinct) +
    0.05 * (view.hasStrictSchema ? 0.5 : 0);
  // Rounds off binary fractions, so that sums compare with the bounds.
  return { score: Math.round(score * 1e9) / 1e9, formalHits };
}

/** The level of a score; one higher when the score is close to its upper bound. */
export function promote(score: number): number {
  const level = bounds.filter((bound) => score >= bound).length;
  const above = bounds[level];
  if (above === undefined) return level;
  const distances = bounds.map((bound) => Math.abs(score - bound));
  const isNearest = above - score <= Math.min(...distances);
  const confidence = 1 / (1 + Math.exp(-steepness * (above - score)));
  return isNearest && confidence < confidenceMin ? level + 1 : level;
}

function findFloor(view: RouteView, formalHits: number, level: number): number {
  if (formalHits >= formalHitsMin) return levelTiers.indexOf('reasoning');
  const complex = levelTiers.indexOf('complex');
  if (level < complex && view.estimatePromptTokens() > longPromptTokens) return complex;
  return view.tools.length > 0 ? levelTiers.indexOf('standard') : 0;
}

function rateLength(tokens: number): number {
  if (tokens < 20) return -1;
  if (tokens < 100) return -0.5;
  if (tokens < 500) return 0;
  return tokens < 2_000 ? 0.5 : 1;
}

function rateTools(count: number): number {
  if (count === 0) return 0;
  return count < 5 ? 0.3 : 0.7;
}

function rateTurns(turns: number): number {
  if (turns <= 2) return 0;
  return turns <= 10 ? 0.3 : 0.6;
}

function rateOutput({ outputTokensMax }: RouteView, words: number): number {
  return Math.min(1, 0.5 * ((outputTokensMax > 4_096 ? 1 : 0) + words));
}

function isTrivial(text: string, wordCount: number): boolean {
  const opening = text.trimStart().slice(0, 100).toLowerCase();
  return trivialOpenings.some(
    ({ pattern, wordsMax }) => wordCount <= wordsMax && pattern.test(opening),
  );
}

function countNumberedLines(text: string): number {
  return text.match(/^[ \t]{0,8}\d{1,3}[.)][ \t]/gm)?.length ?? 0;
}
