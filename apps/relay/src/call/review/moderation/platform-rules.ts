import { compileRules, textRoles, type RuleSet } from '@tollgate/content-rules';
import type { ModerationRule } from '@tollgate/contracts';
import type { Logger } from '@tollgate/observability';
import type { ScanTexts } from '../filter-call';
import type { PlatformReview } from '../moderate';
import { Baseline } from './baseline';

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
    this.#rules = compileRules(rules.map(readRule));
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

function readRule(rule: ModerationRule): Parameters<typeof compileRules>[0][number] {
  return {
    id: rule.ruleId,
    kind: rule.kind === 'regex' ? 'regex' : 'keyword',
    template: null,
    pattern: rule.pattern,
    flags: 'i',
    keywords: rule.keywords,
    action: 'block',
    applyTo: textRoles,
    teamIds: [],
    isShadow: false,
  };
}
