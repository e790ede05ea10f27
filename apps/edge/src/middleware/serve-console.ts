import type { Request, RequestHandler, Response } from 'express';
import { createPageMatcher, type Console } from '../domain/console';
import { answerDocument, type Document } from '../domain/document';
import { makePageHeaders } from '../domain/page-headers';
import { getContext } from './request-context';

const assetCaching = 'public, max-age=31536000, immutable';
/** The page names the assets of one build: browsers ask whether it is still the newest. */
const pageCaching = 'no-cache';

/**
 * Serves the console's page and assets. They come from memory, need no caller and count against no
 * limit. Every other path, and `/` for clients that want no HTML, is left to the API.
 */
export function serveConsole(
  { assets, page, pagePaths }: Console,
  siteUrl: string,
): RequestHandler {
  const isPagePath = createPageMatcher(pagePaths);
  // Videos are served by `/v1/videos/{id}/content` of this host.
  const sources = { 'media-src': ["'self'"] };
  const pageHeaders = makePageHeaders({ siteUrl, sources, requiresTrustedTypes: true });
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { path } = getContext(response).path;
    const asset = assets.get(path);
    if (asset !== undefined) return sendFile(request, response, asset, assetCaching);
    if (!isPagePath(path) || !acceptsHtml(request)) return next();
    for (const [name, value] of pageHeaders) response.setHeader(name, value);
    sendFile(request, response, page, pageCaching);
  };
}

function sendFile(request: Request, response: Response, file: Document, caching: string): void {
  response.setHeader('cache-control', caching);
  const { body, headers, status } = answerDocument(file, request.headers);
  for (const [name, value] of headers) response.setHeader(name, value);
  response.status(status).end(body);
}

function acceptsHtml(request: Request): boolean {
  return /\btext\/html\b/i.test(request.headers.accept ?? '');
}
