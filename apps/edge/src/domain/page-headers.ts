export type HeaderList = readonly (readonly [name: string, value: string])[];

/** On every answer of the site: no content sniffing, no referrer. */
export const siteHeaders: HeaderList = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
];

export type CspDirective =
  'connect-src' | 'font-src' | 'img-src' | 'media-src' | 'script-src' | 'style-src' | 'worker-src';

export interface PageHeaderOptions {
  readonly siteUrl: string;
  /** Sources that one page needs beside its own host, such as `{ 'img-src': ['data:'] }`. */
  readonly sources?: Partial<Record<CspDirective, readonly string[]>>;
  /** The browser refuses texts where a script could be injected. */
  readonly requiresTrustedTypes?: boolean;
}

const ownSources: Readonly<Record<CspDirective, readonly string[]>> = {
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'img-src': ["'self'"],
  'media-src': [],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'worker-src': [],
};

const yearSeconds = 31_536_000;

/** The headers of a page: it loads from its own host only and may not be framed. */
export function makePageHeaders(options: PageHeaderOptions): HeaderList {
  const { siteUrl } = options;
  const isSecure = siteUrl.startsWith('https:');
  return [
    ...siteHeaders,
    ['Content-Security-Policy', formatPolicy(options)],
    ['X-Frame-Options', 'DENY'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ...(isSecure ? ([['Strict-Transport-Security', `max-age=${yearSeconds}`]] as const) : []),
  ];
}

function formatPolicy({ requiresTrustedTypes = false, sources = {} }: PageHeaderOptions): string {
  const directives = (Object.keys(ownSources) as CspDirective[]).flatMap((directive) => {
    const allowed = [...ownSources[directive], ...(sources[directive] ?? [])];
    return allowed.length === 0 ? [] : [`${directive} ${allowed.join(' ')}`];
  });
  return [
    "default-src 'none'",
    ...directives,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(requiresTrustedTypes ? ["require-trusted-types-for 'script'"] : []),
  ].join('; ');
}
