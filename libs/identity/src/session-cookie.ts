export interface SessionCookie {
  readonly name: string;
  readonly isSecure: boolean;
}

/**
 * With TLS the name begins with __Host-, which makes browsers refuse a cookie that another host or
 * a plain-text answer planted.
 */
export function getSessionCookie(slug: string, siteUrl: string): SessionCookie {
  const isSecure = siteUrl.startsWith('https:');
  return { name: `${isSecure ? '__Host-' : ''}${slug}_session`, isSecure };
}

/** The value of one cookie of a Cookie header; the first wins, as in browsers. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}
