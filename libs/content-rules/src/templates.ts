import type { TemplateName } from './content-rule';
import {
  isAddress,
  isCardNumber,
  isIban,
  isPhoneNumber,
  isSocialSecurityNumber,
} from './template-checks';

export interface Template {
  /** RE2 syntax, with its flags inside. */
  readonly pattern: string;
  /** What the pattern found must also pass this; most kinds have a checksum or a rule. */
  readonly check?: (match: string) => boolean;
}

type PatternTemplate = Exclude<TemplateName, 'prompt_injection'>;

/** Sensitive data with a universal format. An injection is judged by its own scores. */
export const templates: Readonly<Record<PatternTemplate, Template>> = {
  email: {
    pattern:
      '(?i:\\b[a-z0-9._%+\\-]{1,64}@[a-z0-9\\-]{1,63}(?:\\.[a-z0-9\\-]{1,63})*\\.[a-z]{2,24}\\b)',
  },
  phone: {
    pattern:
      '(?:\\+\\d{1,3}[ .\\-]?(?:\\(\\d{1,4}\\)[ .\\-]?)?\\d{1,4}(?:[ .\\-]?\\d{2,4}){1,5}' +
      '|(?:\\(\\d{3}\\) ?|\\b\\d{3}[ .\\-])\\d{3}[ .\\-]\\d{4})\\b',
    check: isPhoneNumber,
  },
  credit_card: { pattern: '\\b(?:\\d[ \\-]?){12,18}\\d\\b', check: isCardNumber },
  iban: {
    pattern: '(?i:\\b[a-z]{2}\\d{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,3})?\\b)',
    check: isIban,
  },
  ssn: { pattern: '\\b\\d{3}-\\d{2}-\\d{4}\\b', check: isSocialSecurityNumber },
  ip_address: {
    pattern:
      '(?i:\\b(?:\\d{1,3}\\.){3}\\d{1,3}\\b|(?:[0-9a-f]{1,4}:|:){2,7}(?::|[0-9a-f]{1,4})(?:\\b|$)?)',
    check: isAddress,
  },
  aws_key: { pattern: '\\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}\\b' },
  private_key: {
    pattern:
      '(?s:-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----.*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY-----|\\z))',
  },
  api_key: {
    pattern:
      '\\b(?:(?:sk|pk|rk)[\\-_](?:[a-zA-Z0-9]{2,12}[\\-_]){0,3}[A-Za-z0-9]{20,200}' +
      '|gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255}|glpat-[A-Za-z0-9_\\-]{20,64}' +
      '|xox[abeprs]-[A-Za-z0-9\\-]{10,200}|AIza[A-Za-z0-9_\\-]{35}|hf_[A-Za-z0-9]{30,64}' +
      '|npm_[A-Za-z0-9]{36})',
  },
};
