import { LRUCache } from 'lru-cache';
import type { OrgPolicy } from '@tollgate/contracts';
import type { RuleSet } from '@tollgate/content-rules';
import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from '@tollgate/identity';
import { Rerun, startBeat, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { personalPolicy, type CallerPolicy } from './caller-policy';
import { compileContentRules, compilePolicy, type CompiledPolicy } from './compile-policy';
import type { PolicySource } from './policy-source';

export interface PolicyKeeperOptions {
  readonly source: PolicySource;
  readonly getNowMs: () => number;
  /** The platform's own rules changed. */
  readonly onPlatformChange: () => Promise<void>;
  readonly logger: Logger;
}

interface Entry {
  readonly compiled: CompiledPolicy;
  /** The source of the rules: most changes leave it unchanged, and compiling is expensive. */
  readonly rulesText: string;
  readonly rules: RuleSet | null;
}

/** Messages may get lost, so changes are also polled at this interval. */
const pollMs = 1_000;
/** After this time without a confirmation cached policies are no longer used. */
const unconfirmedMsMax = 300_000;
const organizationsMax = 10_000;

/**
 * Policies in memory: a call with a cached policy needs no request. While orgs is away cached
 * policies stay in force for a while, and other callers are refused.
 */
export class PolicyKeeper implements Part {
  readonly name = 'policies';
  readonly #options: PolicyKeeperOptions;
  readonly #entries = new LRUCache<string, Entry>({ max: organizationsMax });
  readonly #loading = new Map<string, Promise<Entry>>();
  #sequence = 0n;
  #confirmedAtMs: number;
  #stopPolling: (() => void) | undefined;
  readonly #rerun = new Rerun(() => this.#refreshOnce());

  constructor(options: PolicyKeeperOptions) {
    this.#options = options;
    this.#confirmedAtMs = options.getNowMs();
  }

  start(): void {
    this.#stopPolling = startBeat(pollMs, () => void this.refresh());
    void this.refresh();
  }

  stop(): void {
    this.#stopPolling?.();
  }

  /**
   * Returns at once, without a promise, when the organization is cached. Raises:
   * forbidden for former members, overloaded when the policy cannot be loaded.
   */
  findFor({ org }: CallerIdentity): CallerPolicy | Promise<CallerPolicy> {
    if (org === null) return personalPolicy;
    const isTrusted = this.#options.getNowMs() - this.#confirmedAtMs < unconfirmedMsMax;
    const known = isTrusted ? this.#entries.get(org.orgId) : undefined;
    if (known !== undefined) return known.compiled.findFor(org);
    return this.#load(org.orgId).then(({ compiled }) => compiled.findFor(org));
  }

  /** Polls for changes, and once more if it is called during a poll. */
  refresh(): Promise<void> {
    return this.#rerun.ask();
  }

  async #refreshOnce(): Promise<void> {
    const { getNowMs, logger, onPlatformChange, source } = this.#options;
    try {
      const askedAtMs = getNowMs();
      const changes = await source.listChanges(this.#sequence);
      const changed = changes.isReset ? ['', ...this.#entries.keys()] : changes.orgIds;
      await Promise.all(
        [...new Set(changed)].map((orgId) =>
          orgId === '' ? onPlatformChange() : this.#reload(orgId),
        ),
      );
      // Only now: a policy that could not be loaded is requested again.
      this.#sequence = changes.sequence;
      this.#confirmedAtMs = askedAtMs;
      // Answers are cut at a bound: there may be more.
      if (changes.orgIds.length > 0) void this.#rerun.ask();
    } catch (error) {
      logger.warn('policies not refreshed', { error });
    }
  }

  async #reload(orgId: string): Promise<void> {
    const isKnown = this.#entries.has(orgId) || this.#loading.has(orgId);
    if (!isKnown) return;
    // A running load may have read the policy before the change.
    await this.#loading.get(orgId)?.catch(() => undefined);
    await this.#fetch(orgId);
  }

  #load(orgId: string): Promise<Entry> {
    const running = this.#loading.get(orgId);
    if (running !== undefined) return running;
    const loading = this.#fetch(orgId)
      .catch((error: unknown) => {
        if (AppError.is(error, 'not_found')) throw new AppError('forbidden', { cause: error });
        throw new AppError('overloaded', { retryAfterSeconds: 1, cause: error });
      })
      .finally(() => this.#loading.delete(orgId));
    this.#loading.set(orgId, loading);
    return loading;
  }

  async #fetch(orgId: string): Promise<Entry> {
    const message = await this.#options.source.load(orgId);
    const known = this.#entries.get(orgId);
    // Two loads may have run: the later policy stays.
    if (known !== undefined && known.compiled.sequence > message.sequence) return known;
    const entry = this.#compile(message, known);
    this.#entries.set(orgId, entry);
    return entry;
  }

  #compile(message: OrgPolicy, known: Entry | undefined): Entry {
    const { injectionAllowedPhrases, rules } = message;
    const rulesText = JSON.stringify([injectionAllowedPhrases, rules]);
    const compiledRules =
      known?.rulesText === rulesText
        ? known.rules
        : compileContentRules(message, (ruleId) =>
            this.#options.logger.error('content rule of unknown kind', { ruleId }),
          );
    return { compiled: compilePolicy(message, compiledRules), rulesText, rules: compiledRules };
  }
}
