import type { Evidence, ModerationRule } from './moderation';

export interface ModerationRuleStore {
  insert(rule: ModerationRule): Promise<void>;
  update(rule: ModerationRule): Promise<void>;
  delete(ruleId: string): Promise<void>;
  find(ruleId: string): Promise<ModerationRule | undefined>;
  /** Oldest first. */
  list(): Promise<readonly ModerationRule[]>;
  /** Locks the rules until the transaction ends. */
  lock(): Promise<void>;
}

export interface EvidencePage {
  /** The id before which the page begins. */
  readonly before: string | undefined;
  readonly limit: number;
}

export interface EvidenceStore {
  /** What is there already stays as it is. */
  insert(evidence: readonly Evidence[]): Promise<void>;
  /** Newest first. */
  list(page: EvidencePage): Promise<readonly Evidence[]>;
  deleteBefore(time: Date, rowsMax: number): Promise<number>;
}
