import { LRUCache } from 'lru-cache';
import {
  compileRules,
  scanTexts,
  type ContentRule,
  type RuleSet,
  type ScannedText,
  type ScanOptions,
  type ScanResult,
} from '@tollgate/content-rules';

/** A scan for the worker thread. Every field can be cloned between threads. */
export interface ScanJob {
  readonly id: number;
  /** Identifies the rules: the same key always means the same rules. */
  readonly rulesKey: string;
  readonly rules: readonly ContentRule[];
  readonly allowedPhrases: readonly string[];
  readonly texts: readonly ScannedText[];
  readonly options: ScanOptions;
}

export type ScanAnswer =
  | { readonly id: number; readonly result: ScanResult }
  | { readonly id: number; readonly error: string };

const setsMax = 100;
const sets = new LRUCache<string, RuleSet>({ max: setsMax });

export function answerScan(job: ScanJob): ScanAnswer {
  const { id, options, texts } = job;
  try {
    return { id, result: scanTexts(findRules(job), texts, options) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : 'unknown' };
  }
}

function findRules({ allowedPhrases, rules, rulesKey }: ScanJob): RuleSet {
  const known = sets.get(rulesKey);
  if (known !== undefined) return known;
  const made = compileRules(rules, allowedPhrases);
  sets.set(rulesKey, made);
  return made;
}
