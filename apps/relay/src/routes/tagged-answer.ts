import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

/** A JSON body and its entity tag. */
export interface TaggedBody {
  readonly text: string;
  readonly etag: string;
}

export function tagBody(text: string): TaggedBody {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

/** Answers 304 when the client has the current version. */
export function answerTagged(
  request: Request,
  response: Response,
  { etag, text }: TaggedBody,
): void {
  response.setHeader('etag', etag);
  // Clients may cache it, but must revalidate.
  response.setHeader('cache-control', 'no-cache');
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (known?.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)) {
    response.status(304).end();
    return;
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(text);
}
