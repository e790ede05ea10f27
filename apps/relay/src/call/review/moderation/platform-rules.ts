import {
  compileRules,
  textRoles,
  invisibleCharacters,
  type ContentRule,
  type RuleSet,
} from '@tollgate/content-rules';
import type { ModerationRule } from '@tollgate/contracts';
import type { Logger } from '@tollgate/observability';
import type { ScanTexts } from '../filter-call';
import type { PlatformReview } from '../review-call';
import { baselineRules } from './baseline-rules';
import { createWordGate } from './word-gate';

/** What the platform refuses for every caller: the rules of operators, and the shipped baseline. */
export class PlatformRules implements PlatformReview {
  readonly #load: () => Promise<readonly ModerationRule[]>;
  readonly #logger: Logger;
  readonly #baseline: Baseline | undefined;
  #rules: RuleSet = compileRules([]);
  #categories = new Map<string, string>();

  constructor(options: {
    readonly load: () => Promise<readonly ModerationRule[]>;
    readonly hasBaseline: boolean;
    readonly logger: Logger;
  }) {
    this.#load = options.load;
    this.#logger = options.logger;
    this.#baseline = options.hasBaseline ? new Baseline() : undefined;
  }

  async refresh(): Promise<void> {
    const rules = await this.#load();
    this.#rules = compileRules(
      rules.map(({ keywords, kind, pattern, ruleId: id }) =>
        makeRule({ id, kind: kind === 'regex' ? 'regex' : 'keyword', pattern, keywords }),
      ),
    );
    this.#categories = new Map(rules.map(({ category, ruleId }) => [ruleId, category]));
    this.#logger.info('moderation rules refreshed', { rules: rules.length });
  }

  get isEmpty(): boolean {
    return this.#categories.size === 0 && this.#baseline === undefined;
  }

  /** Categories of the rules that match. Long texts are scanned in a worker thread. */
  async review(texts: readonly string[], scan: ScanTexts): Promise<string[]> {
    const found = (await this.#baseline?.review(texts, scan)) ?? [];
    if (this.#categories.size === 0) return found;
    const scanned = texts.map((text) => ({ role: 'user', text, isNew: true }) as const);
    const categories = this.#categories;
    const { hits } = await scan(this.#rules, scanned, {});
    const own = hits.map(({ rule }) => categories.get(rule.id) ?? 'policy');
    return [...new Set([...found, ...own])];
  }
}

/** A rule that blocks in every text of every caller. */
function makeRule(rule: Pick<ContentRule, 'id' | 'keywords' | 'kind' | 'pattern'>): ContentRule {
  return {
    ...rule,
    template: null,
    flags: 'i',
    action: 'block',
    applyTo: textRoles,
    teamIds: [],
    isShadow: false,
  };
}

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
class Baseline {
  readonly #rules = compileRules(
    baselineRules.map(({ id, pattern }) => makeRule({ id, kind: 'regex', pattern, keywords: [] })),
  );

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
