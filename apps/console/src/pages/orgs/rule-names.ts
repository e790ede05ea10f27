import { t } from '../../i18n/language';

/** What a content rule looks for. */
export function nameRuleKinds(): Readonly<Record<'keyword' | 'template' | 'regex', string>> {
  return {
    keyword: t('words'),
    template: t('template'),
    regex: t('regular expression'),
  };
}

/** What a content rule does with a match. */
export function nameRuleActions(): Readonly<Record<'flag' | 'redact' | 'block', string>> {
  return {
    flag: t('flag: only record'),
    redact: t('redact: replace the match'),
    block: t('block: refuse the call'),
  };
}
