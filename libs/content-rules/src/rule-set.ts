import { RE2JS, RE2Set } from 're2js';
import type { ContentRule } from './content-rule';
import { makeRulePattern } from './rule-pattern';

/** A rule that is ready to search. */
export interface CompiledRule {
  readonly rule: ContentRule;
  /** Compiled on first use, since most are never used; undefined: an injection. */
  readonly getPattern: (() => RE2JS) | undefined;
  readonly check: ((match: string) => boolean) | undefined;
}

/** All rules of one owner. One pass selects those that need a closer look. */
export interface RuleSet {
  /** The source of the rules, to build the same set elsewhere. */
  readonly rules: readonly ContentRule[];
  readonly injectionRules: readonly CompiledRule[];
  readonly injectionAllowedPhrases: readonly string[];
  /** Rules with a pattern that occurs in a folded text. */
  readonly findCandidates: (folded: string) => readonly CompiledRule[];
}

export function compileRules(
  rules: readonly ContentRule[],
  injectionAllowedPhrases: readonly string[] = [],
): RuleSet {
  const gate = new RE2Set();
  const patterned: CompiledRule[] = [];
  const injectionRules: CompiledRule[] = [];
  for (const rule of rules) {
    const made = makeRulePattern(rule);
    if (made === undefined) {
      injectionRules.push({ rule, getPattern: undefined, check: undefined });
      continue;
    }
    gate.add(made.source);
    patterned.push({ rule, getPattern: compileOnce(made.source), check: made.check });
  }
  if (patterned.length > 0) gate.compile();
  return {
    rules,
    injectionRules,
    injectionAllowedPhrases,
    findCandidates: (folded) =>
      patterned.length === 0 ? [] : gate.match(folded).flatMap((index) => patterned[index] ?? []),
  };
}

function compileOnce(source: string): () => RE2JS {
  let compiled: RE2JS | undefined;
  return () => (compiled ??= RE2JS.compile(source));
}
