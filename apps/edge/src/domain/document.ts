import type { HeaderList } from './page-headers';

/** A file that is held in memory, ready to be sent. */
export interface Document {
  readonly bytes: Buffer;
  /** Undefined for files that compression does not make smaller, such as pictures. */
  readonly compressed: { readonly encoding: 'br' | 'gzip'; readonly bytes: Buffer } | undefined;
  readonly type: string;
  readonly etag: string;
}

/** The description of the API and the script that shows it. */
export interface Documents {
  readonly openApi: Document;
  readonly viewer: Document;
}

export interface DocumentAnswer {
  readonly status: 200 | 304;
  readonly headers: HeaderList;
  /** Undefined when the client has the document. */
  readonly body: Buffer | undefined;
}

/** The answer to a client: compressed where it may be, empty where the client has the document. */
export function answerDocument(
  { bytes, compressed, etag, type }: Document,
  request: {
    readonly 'if-none-match'?: string | undefined;
    readonly 'accept-encoding'?: string | string[] | undefined;
  },
): DocumentAnswer {
  const headers: HeaderList = [
    ['etag', etag],
    ['vary', 'Accept-Encoding'],
  ];
  if (request['if-none-match'] === etag) return { status: 304, headers, body: undefined };
  const typed: HeaderList = [...headers, ['content-type', type]];
  const accepted = String(request['accept-encoding'] ?? '');
  if (compressed === undefined || !acceptsEncoding(accepted, compressed.encoding)) {
    return { status: 200, headers: typed, body: bytes };
  }
  const encoded: HeaderList = [...typed, ['content-encoding', compressed.encoding]];
  return { status: 200, headers: encoded, body: compressed.bytes };
}

export function acceptsEncoding(accepted: string, encoding: string): boolean {
  return new RegExp(`\\b${encoding}\\b(?!;q=0(?:\\.0*)?(?:,|$))`, 'i').test(accepted);
}
