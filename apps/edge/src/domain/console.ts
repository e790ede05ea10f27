/** A file of the console that is held in memory, ready to be sent. */
export interface ConsoleFile {
  readonly bytes: Buffer;
  /** Undefined for files that compression does not make smaller, such as pictures. */
  readonly brotli: Buffer | undefined;
  readonly type: string;
  readonly etag: string;
}

/** The web console: one page whose script draws all page paths, and the files it loads. */
export interface Console {
  readonly page: ConsoleFile;
  /** By path. Their names contain a hash of their content. */
  readonly assets: ReadonlyMap<string, ConsoleFile>;
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
