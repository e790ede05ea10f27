import type { Document } from './document';

/** The web console: one page whose script draws all page paths, and the files it loads. */
export interface Console {
  readonly page: Document;
  /** By path. Their names contain a hash of their content. */
  readonly assets: ReadonlyMap<string, Document>;
  /** Paths that the page draws; `{name}` stands for one segment, `{name+}` for one or more. */
  readonly pagePaths: readonly string[];
}

export type PageMatcher = (path: string) => boolean;

export function createPageMatcher(pagePaths: readonly string[]): PageMatcher {
  const patterns = pagePaths.map((path) => {
    const pattern = path.replaceAll(/\{\w+\+\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`);
  });
  return (path) => patterns.some((pattern) => pattern.test(path));
}
