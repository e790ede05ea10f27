import { useSyncExternalStore } from 'react';
import type { TimeStyle } from '../format/time';
import { activateLanguage, languages, type Language } from '../i18n/language';
import { isDrawing } from './is-drawing';

export type Theme = 'system' | 'light' | 'dark';

/** How this browser shows the console; nothing secret, so it is kept in local storage. */
export interface Preferences {
  readonly theme: Theme;
  readonly language: Language;
  /** Undefined until the viewer chooses one: the browser's time zone is used. */
  readonly timeZone: string | undefined;
}

const storageKey = 'tollgate.preferences';
const languageCookie = 'console_language';
const yearSeconds = 31_536_000;
/** The pages that are drawn must not depend on the machine that builds them. */
const browserTimeZone = isDrawing ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
const listeners = new Set<() => void>();
let current: Preferences = read();

export function getPreferences(): Preferences {
  return current;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, getPreferences, getPreferences);
}

export function useTimeStyle(): TimeStyle {
  const { language, timeZone = browserTimeZone } = usePreferences();
  return { language, timeZone };
}

export function getTimeZone(): string {
  return current.timeZone ?? browserTimeZone;
}

export async function changePreferences(change: Partial<Preferences>): Promise<void> {
  const next = { ...current, ...change };
  if (next.language !== current.language) await activateLanguage(next.language);
  current = next;
  localStorage.setItem(storageKey, JSON.stringify(current));
  keepLanguageCookie();
  applyTheme();
  for (const listener of listeners) listener();
}

export function applyTheme(): void {
  const { theme } = current;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/**
 * The edge serves pages in the language of this cookie, and without it in the language of the
 * browser. Local storage outlives cookies, so it is written again at every start.
 */
export function keepLanguageCookie(): void {
  const { language } = current;
  if (language === chooseLanguage()) {
    document.cookie = `${languageCookie}=; path=/; max-age=0`;
    return;
  }
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`;
}

/** Whatever stands in the storage, the result is usable. */
function read(): Preferences {
  const stored = parse(isDrawing ? null : localStorage.getItem(storageKey));
  return {
    theme: stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : 'system',
    language: isLanguage(stored.language) ? stored.language : chooseLanguage(),
    timeZone: isTimeZone(stored.timeZone) ? stored.timeZone : undefined,
  };
}

function parse(text: string | null): Partial<Record<keyof Preferences, unknown>> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Partial<Record<keyof Preferences, unknown>>;
  } catch {
    return {};
  }
}

function chooseLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find(isLanguage) ?? 'en';
}

function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && value in languages;
}

function isTimeZone(value: unknown): value is string {
  return typeof value === 'string' && listTimeZones().includes(value);
}

/** Browsers list the zones of places only. */
export function listTimeZones(): readonly string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
