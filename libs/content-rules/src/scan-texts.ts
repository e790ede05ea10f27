import {
  redactionMark,
  ruleActions,
  type ContentRule,
  type RuleAction,
  type ScannedText,
} from './content-rule';
import { isInjection } from './detect-injection';
import { findMatches, type Span } from './find-matches';
import { foldText, type FoldedText } from './fold-text';
import type { CompiledRule, RuleSet } from './rule-set';

/** A rule that found something in a text; places are those of the text as it was written. */
export interface RuleHit {
  readonly rule: ContentRule;
  readonly textIndex: number;
  /** Empty unless requested. */
  readonly spans: readonly Span[];
}

export interface ScanResult {
  /** The strongest of all rules that hit; null: none did. Shadow rules do not count. */
  readonly action: RuleAction | null;
  readonly hits: readonly RuleHit[];
  /** The texts, as they may be sent. */
  readonly texts: readonly string[];
}

export interface ScanOptions {
  /** The team of the caller; empty: none. */
  readonly teamId?: string;
  /** Report places of every hit, not only of redacted ones. */
  readonly wantsSpans?: boolean;
}

/** All rules see all texts that they apply to; the strongest action wins. */
export function scanTexts(
  rules: RuleSet,
  texts: readonly ScannedText[],
  options: ScanOptions = {},
): ScanResult {
  const hits: RuleHit[] = [];
  const sent = texts.map((text, textIndex) => {
    const found = scanOne(rules, text, options).map((hit) => ({ ...hit, textIndex }));
    hits.push(...found);
    return redact(text.text, found);
  });
  return { action: findStrongest(hits), hits, texts: sent };
}

function scanOne(
  rules: RuleSet,
  scanned: ScannedText,
  { teamId = '', wantsSpans = false }: ScanOptions,
): Omit<RuleHit, 'textIndex'>[] {
  const applies = ({ rule }: CompiledRule): boolean =>
    rule.applyTo.includes(scanned.role) &&
    (rule.teamIds.length === 0 || rule.teamIds.includes(teamId));
  const folded = foldText(scanned.text);
  const hits: Omit<RuleHit, 'textIndex'>[] = [];
  for (const candidate of rules.findCandidates(folded.text).filter(applies)) {
    const isPlaceNeeded = wantsSpans || candidate.rule.action === 'redact';
    if (!isPlaceNeeded && candidate.check === undefined)
      hits.push({ rule: candidate.rule, spans: [] });
    else {
      const spans = listSpans(candidate, folded, isPlaceNeeded);
      if (spans.length > 0) hits.push({ rule: candidate.rule, spans });
    }
  }
  return [...hits, ...findInjections(rules, scanned, applies)];
}

function listSpans(candidate: CompiledRule, folded: FoldedText, needsAll: boolean): Span[] {
  const spans: Span[] = [];
  for (const match of findMatches(candidate, folded.text)) {
    const [start, end] = folded.toOriginal(match.start, match.end);
    spans.push({ start, end });
    if (!needsAll) break;
  }
  return spans;
}

/** Only the newest user text can be an injection, and only as a whole. */
function findInjections(
  { injectionAllowedPhrases, injectionRules }: RuleSet,
  { isNew, role, text }: ScannedText,
  applies: (rule: CompiledRule) => boolean,
): Omit<RuleHit, 'textIndex'>[] {
  const asked = injectionRules.filter(applies);
  if (asked.length === 0 || !isNew || role !== 'user') return [];
  if (!isInjection(text, injectionAllowedPhrases)) return [];
  return asked.map(({ rule }) => ({ rule, spans: [{ start: 0, end: text.length }] }));
}

function redact(text: string, hits: readonly Omit<RuleHit, 'textIndex'>[]): string {
  const spans = hits
    .filter(({ rule }) => rule.action === 'redact' && !rule.isShadow)
    .flatMap((hit) => hit.spans)
    .sort((left, right) => left.start - right.start || right.end - left.end);
  let result = '';
  let position = 0;
  for (const { start, end } of spans) {
    if (end <= position) continue;
    // Spans that touch or overlap are one gap.
    if (start > position || position === 0) result += text.slice(position, start) + redactionMark;
    position = end;
  }
  return spans.length === 0 ? text : result + text.slice(position);
}

function findStrongest(hits: readonly RuleHit[]): RuleAction | null {
  const active = hits.filter(({ rule }) => !rule.isShadow);
  return ruleActions.find((action) => active.some(({ rule }) => rule.action === action)) ?? null;
}
