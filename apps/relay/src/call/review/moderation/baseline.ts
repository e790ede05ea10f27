import { compileRules, invisibleCharacters } from '@tollgate/content-rules';
import type { ScanTexts } from '../filter-call';
import { baselineRules, makeContentRule } from './baseline-rules';
import { createWordGate } from './word-gate';

const hasWord = createWordGate(baselineRules.flatMap(({ triggers }) => triggers));
const categories = new Map(baselineRules.map(({ category, id }) => [id, category]));

const invisible = new RegExp(`[${invisibleCharacters}]`, 'gu');
/** Invisible characters, and letters in other shapes: full width, mathematical, in circles. */
const otherLetters = '\\uff21-\\uff5a\\u24b6-\\u24e9\\u{1d400}-\\u{1d7ff}\\u{1f130}-\\u{1f169}';
const disguised = new RegExp(`[${invisibleCharacters}${otherLetters}]`, 'u');

/**
 * The shipped rules. Every prompt is checked, so a search for trigger words comes first: most
 * prompts contain none and never reach the patterns.
 */
export class Baseline {
  readonly #rules = compileRules(baselineRules.map(makeContentRule));

  /** Categories of the rules that match. */
  async review(texts: readonly string[], scan: ScanTexts): Promise<string[]> {
    const suspicious = texts.filter(hasTrigger);
    if (suspicious.length === 0) return [];
    const scanned = suspicious.map((text) => ({ role: 'user', text, isNew: true }) as const);
    const { hits } = await scan(this.#rules, scanned, {});
    return [...new Set(hits.map(({ rule }) => categories.get(rule.id) ?? 'policy'))];
  }
}

function hasTrigger(text: string): boolean {
  if (hasWord(text)) return true;
  return disguised.test(text) && hasWord(text.normalize('NFKC').replace(invisible, ''));
}
