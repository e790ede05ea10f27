export {
  ruleActions,
  ruleKinds,
  templateNames,
  textRoles,
  type ContentRule,
  type RuleAction,
  type RuleKind,
  type ScannedText,
  type TemplateName,
  type TextRole,
} from './content-rule';
export type { Span } from './find-matches';
export { invisibleCharacters } from './fold-text';
export {
  findRuleFault,
  keywordCharactersMax,
  keywordsMax,
  patternCharactersMax,
} from './rule-pattern';
export { compileRules, type RuleSet } from './rule-set';
export { scanTexts, type RuleHit, type ScanOptions, type ScanResult } from './scan-texts';
