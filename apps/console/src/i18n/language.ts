import { setupI18n } from '@lingui/core';

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** Until texts are loaded, `t` returns the English ones. */
const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

const loaders = {
  en: () => import('virtual:texts/en'),
  de: () => import('virtual:texts/de'),
} as const;

/** Loads the texts of a language and shows the console in it. */
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await loaders[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

export function getLanguage(): Language {
  return i18n.locale === 'de' ? 'de' : 'en';
}

/** The text in the viewer's language. The English text is the key: `t('Disable {name}?', { name })`. */
export function t(text: string, values?: Readonly<Record<string, string | number>>): string {
  return i18n._(text, values);
}
