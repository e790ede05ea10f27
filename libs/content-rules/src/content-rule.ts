export const ruleActions = ['block', 'redact', 'flag'] as const;
export type RuleAction = (typeof ruleActions)[number];

export const ruleKinds = ['template', 'keyword', 'regex'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** The roles whose texts a rule scans. */
export const textRoles = ['system', 'user', 'assistant', 'tool'] as const;
export type TextRole = (typeof textRoles)[number];

export const templateNames = [
  'email',
  'phone',
  'credit_card',
  'iban',
  'ssn',
  'ip_address',
  'aws_key',
  'private_key',
  'api_key',
  'prompt_injection',
] as const;
export type TemplateName = (typeof templateNames)[number];

/** What texts are searched for, and the action on a hit. */
export interface ContentRule {
  readonly id: string;
  readonly kind: RuleKind;
  /** Of kind template only. */
  readonly template: TemplateName | null;
  /** Of kind regex only: RE2 syntax. */
  readonly pattern: string | null;
  /** Any of i, m and s. */
  readonly flags: string;
  /** Of kind keyword only. */
  readonly keywords: readonly string[];
  readonly action: RuleAction;
  readonly applyTo: readonly TextRole[];
  /** Empty: all callers. */
  readonly teamIds: readonly string[];
  /** Hits are counted, without any action. */
  readonly isShadow: boolean;
}

/** A text of a request, with its role. */
export interface ScannedText {
  readonly role: TextRole;
  readonly text: string;
  /** It came after the last answer: only here an injection is looked for. */
  readonly isNew: boolean;
}

/** What is put where a redaction took something away. */
export const redactionMark = '[REDACTED]';
