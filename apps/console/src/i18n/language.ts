import { setupI18n } from '@lingui/core';

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

const loaders = {
  en: () => import('virtual:texts/en'),
  de: () => import('virtual:texts/de'),
} as const;

/** Loads the texts of a language: `t` returns them from then on. */
export async function loadTexts(language: Language): Promise<void> {
  const { messages } = await loaders[language]();
  i18n.loadAndActivate({ locale: language, messages });
}

/** Shows the console in a language. */
export async function activateLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  document.documentElement.lang = language;
}

export function getLanguage(): Language {
  return i18n.locale === 'de' ? 'de' : 'en';
}

/** The text in the viewer's language. The English text is the key: `t('Disable {name}?', { name })`. */
export function t(text: string, values: Values = {}): string {
  return i18n.messages[text] === undefined ? fill(text, values) : i18n._(text, values);
}

type Values = Readonly<Record<string, string | number>>;

/**
 * For texts that no catalog has: none is loaded yet, or the text equals its key. Lingui would warn
 * of each in the browser's console.
 */
function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (part, name: string) => String(values[name] ?? part));
}
