import {
  compileRules,
  scanTexts,
  type ContentRule,
  type RuleSet,
  type ScannedText,
  type ScanOptions,
  type ScanResult,
} from '@tollgate/content-rules';

/** What the thread is asked for. Everything in it can be sent between threads. */
export interface ScanJob {
  readonly id: number;
  /** Names the rules: those of one name are always the same. */
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
const sets = new Map<string, RuleSet>();

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
  if (sets.size >= setsMax) sets.clear();
  sets.set(rulesKey, made);
  return made;
}
