import { compileRules, scanTexts, textRoles, type RuleSet } from '@tollgate/content-rules';
import type { ModerationRule } from '@tollgate/contracts';
import type { Logger } from '@tollgate/observability';
import type { PlatformReview } from '../pipeline/moderation';

/** What the platform refuses, whoever asks. */
export class PlatformRules implements PlatformReview {
  readonly #load: () => Promise<readonly ModerationRule[]>;
  readonly #logger: Logger;
  #rules: RuleSet = compileRules([]);
  #categories = new Map<string, string>();

  constructor(options: {
    readonly load: () => Promise<readonly ModerationRule[]>;
    readonly logger: Logger;
  }) {
    this.#load = options.load;
    this.#logger = options.logger;
  }

  async refresh(): Promise<void> {
    const rules = await this.#load();
    this.#rules = compileRules(rules.map(readRule));
    this.#categories = new Map(rules.map(({ category, ruleId }) => [ruleId, category]));
    this.#logger.info('moderation rules refreshed', { rules: rules.length });
  }

  get isEmpty(): boolean {
    return this.#categories.size === 0;
  }

  /** Categories of the rules that hit; empty: none did. */
  review(texts: readonly string[]): string[] {
    if (this.isEmpty) return [];
    const scanned = texts.map((text) => ({ role: 'user', text, isNew: true }) as const);
    const { hits } = scanTexts(this.#rules, scanned);
    return [...new Set(hits.map(({ rule }) => this.#categories.get(rule.id) ?? 'policy'))];
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
