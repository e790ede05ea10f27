import { RE2JS } from 're2js';
import type { ContentRule } from './content-rule';
import { foldWord } from './fold-text';
import { templates } from './templates';

export const patternCharactersMax = 500;
export const keywordsMax = 200;
export const keywordCharactersMax = 100;

/** Scripts without spaces between words have no word boundaries. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const wordCharacter = /[\p{L}\p{N}_]/u;
const knownFlags = /^(?!.*(.).*\1)[ims]*$/;

export interface RulePattern {
  /** RE2 syntax with its flags inside. What counts is group 1, or else the whole. */
  readonly source: string;
  readonly check?: (match: string) => boolean;
}

/** What a rule looks for as one pattern; an injection has none. Only for rules without a fault. */
export function makeRulePattern(rule: ContentRule): RulePattern | undefined {
  switch (rule.kind) {
    case 'template':
      if (rule.template === null || rule.template === 'prompt_injection') return undefined;
      return withGroup(templates[rule.template]);
    case 'keyword':
      return { source: makeKeywordSource(rule.keywords) };
    case 'regex':
      return { source: `((?${rule.flags}:${rule.pattern ?? ''}))` };
  }
}

function withGroup({
  check,
  pattern,
}: {
  pattern: string;
  check?: RulePattern['check'];
}): RulePattern {
  const source = `(${pattern})`;
  return check === undefined ? { source } : { source, check };
}

/** Whole words, in any case. */
function makeKeywordSource(keywords: readonly string[]): string {
  const words = keywords.map((keyword) => {
    const word = foldWord(keyword).trim();
    const before = needsEdge(word.at(0)) ? '(?:^|[^\\pL\\pN_])' : '';
    const after = needsEdge(word.at(-1)) ? '(?:[^\\pL\\pN_]|$)' : '';
    return `${before}(${RE2JS.quote(word)})${after}`;
  });
  return `(?is:${words.join('|')})`;
}

function needsEdge(character: string | undefined): boolean {
  return character !== undefined && wordCharacter.test(character) && !unspaced.test(character);
}

/** The fault of a rule, for its author; undefined: the rule is valid. */
export function findRuleFault(rule: Omit<ContentRule, 'id'>): string | undefined {
  switch (rule.kind) {
    case 'template':
      return rule.template === null ? 'template must be named' : undefined;
    case 'keyword':
      return findKeywordFault(rule.keywords);
    case 'regex':
      return findPatternFault(rule.pattern ?? '', rule.flags);
  }
}

function findKeywordFault(keywords: readonly string[]): string | undefined {
  if (keywords.length === 0) return 'keywords must not be empty';
  if (keywords.length > keywordsMax) return `at most ${keywordsMax} keywords`;
  if (keywords.some((word) => foldWord(word).trim() === '')) return 'a keyword has no visible text';
  const isTooLong = keywords.some((word) => word.length > keywordCharactersMax);
  return isTooLong ? `a keyword has at most ${keywordCharactersMax} characters` : undefined;
}

/** The engine takes no look-around and no backreferences: with them no time could be promised. */
function findPatternFault(pattern: string, flags: string): string | undefined {
  if (pattern === '') return 'pattern must not be empty';
  if (pattern.length > patternCharactersMax) {
    return `pattern has at most ${patternCharactersMax} characters`;
  }
  if (!knownFlags.test(flags)) return 'flags are any of i, m and s';
  try {
    // Alone first: parentheses must not reach into what is put around it.
    RE2JS.compile(pattern);
    const compiled = RE2JS.compile(`((?${flags}:${pattern}))`);
    return compiled.test('')
      ? 'pattern matches the empty text, so it would match everything'
      : undefined;
  } catch (error) {
    return `pattern is not RE2 syntax: ${error instanceof Error ? error.message : 'unknown fault'}`;
  }
}
