import type { ContentRule } from './content-rule';

export interface RuleStore {
  insert(rule: ContentRule): Promise<void>;
  update(rule: ContentRule): Promise<void>;
  delete(ruleId: string): Promise<void>;
  deleteAll(orgId: string): Promise<void>;
  find(orgId: string, ruleId: string): Promise<ContentRule | undefined>;
  /** By priority. */
  list(orgId: string): Promise<readonly ContentRule[]>;
  countHits(ruleIds: readonly string[], since: Date): Promise<ReadonlyMap<string, number>>;
}

export interface RuleHits {
  /** Counts each event once, however often it is delivered. */
  count(hits: readonly RuleHit[]): Promise<void>;
  /** Deletes ids of events that cannot be delivered again. */
  forget(before: Date, rowsMax: number): Promise<number>;
}

export interface RuleHit {
  readonly eventId: string;
  readonly ruleId: string;
  readonly occurredAt: Date;
}
