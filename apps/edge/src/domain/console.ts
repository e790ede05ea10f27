import type { Document } from './document';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The web console: an HTML file for each page and language, and the files that they load. */
export interface Console {
  readonly pages: readonly ConsolePage[];
  /** By path. Their names contain a hash of their content. */
  readonly assets: ReadonlyMap<string, Document>;
}

export interface ConsolePage {
  /** `{name}` stands for one segment, `{name+}` for one or more. */
  readonly path: string;
  /** Shown without a session; instead of the other pages the sign-in page is shown. */
  readonly isOpen: boolean;
  readonly files: Readonly<Record<Language, Document>>;
  /** For URLs with a query: they preload no list that a filter changes. */
  readonly filteredFiles: Readonly<Record<Language, Document>>;
}

export const signInPath = '/sign-in';

/** The page that a browser is shown at a path; undefined where the console has none. */
export type ChoosePage = (path: string, hasSession: boolean) => ConsolePage | undefined;

export function createPageChooser(pages: readonly ConsolePage[]): ChoosePage {
  const patterns = pages.map((page) => {
    const pattern = page.path.replaceAll(/\{\w+\+\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+');
    return { page, pattern: new RegExp(`^${pattern}$`) };
  });
  const signIn = pages.find(({ path }) => path === signInPath);
  return (path, hasSession) => {
    const found = patterns.find(({ pattern }) => pattern.test(path))?.page;
    if (found === undefined || found.isOpen || hasSession) return found;
    return signIn ?? found;
  };
}

/** The chosen language, else the first known one of `Accept-Language`, else English. */
export function chooseLanguage(
  chosen: string | undefined,
  acceptLanguage: string | undefined,
): Language {
  const accepted = (acceptLanguage ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', weight] = range.trim().split(';q=');
      return { tag: tag.slice(0, 2).toLowerCase(), weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight);
  const wanted = [chosen, ...accepted.map(({ tag }) => tag)];
  return wanted.flatMap((tag) => languages.filter((language) => language === tag))[0] ?? 'en';
}
