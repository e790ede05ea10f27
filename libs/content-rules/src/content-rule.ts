export const ruleActions = ['block', 'redact', 'flag'] as const;
export type RuleAction = (typeof ruleActions)[number];

export const ruleKinds = ['template', 'keyword', 'regex'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Whose texts a rule looks at. */
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

/** What texts are searched for, and what happens where it is found. */
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
  /** Empty: everybody's texts. */
  readonly teamIds: readonly string[];
  /** Hits are counted, and nothing else happens. */
  readonly isShadow: boolean;
}

/** A text of a request, and who said it. */
export interface ScannedText {
  readonly role: TextRole;
  readonly text: string;
  /** It came after the last answer: only here an injection is looked for. */
  readonly isNew: boolean;
}

/** What is put where a redaction took something away. */
export const redactionMark = '[REDACTED]';
