import type { Request, RequestHandler, Response } from 'express';
import { readCookie } from '@tollgate/identity';
import { chooseLanguage, createPageChooser, type Console } from '../domain/console';
import { answerDocument, type Document } from '../domain/document';
import { makePageHeaders, type HeaderList } from '../domain/page-headers';
import { getContext } from './request-context';

const assetHeaders: HeaderList = [['cache-control', 'public, max-age=31536000, immutable']];
/** A page names the assets of one build: browsers ask whether it is still the newest. */
const pageCaching: HeaderList = [
  ['cache-control', 'private, no-cache'],
  ['vary', 'Accept-Encoding, Accept-Language, Cookie'],
];
const languageCookie = 'console_language';

export interface ServeConsoleOptions {
  readonly console: Console;
  readonly siteUrl: string;
  readonly sessionCookie: string;
}

/**
 * Serves the console's pages and assets. They come from memory, need no caller and count against no
 * limit. Every other path, and `/` for clients that want no HTML, is left to the API.
 */
export function serveConsole(options: ServeConsoleOptions): RequestHandler {
  const { assets, pages } = options.console;
  const choosePage = createPageChooser(pages);
  // Videos are served by `/v1/videos/{id}/content` of this host.
  const sources = { 'media-src': ["'self'"] };
  const { siteUrl } = options;
  const pageHeaders = [
    ...makePageHeaders({ siteUrl, sources, requiresTrustedTypes: true }),
    ...pageCaching,
  ];
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { path } = getContext(response).path;
    const asset = assets.get(path);
    if (asset !== undefined) return sendFile(request, response, asset, assetHeaders);
    if (!acceptsHtml(request)) return next();
    const { cookie, 'accept-language': accepted } = request.headers;
    // Whether the session is still valid is for the API to say.
    const hasSession = readCookie(cookie, options.sessionCookie) !== undefined;
    const page = choosePage(path, hasSession);
    if (page === undefined) return next();
    const language = chooseLanguage(readCookie(cookie, languageCookie), accepted);
    const files = request.url.includes('?') ? page.filteredFiles : page.files;
    return sendFile(request, response, files[language], pageHeaders);
  };
}

function sendFile(
  request: Request,
  response: Response,
  file: Document,
  ownHeaders: HeaderList,
): void {
  const { body, headers, status } = answerDocument(file, request.headers);
  for (const [name, value] of [...headers, ...ownHeaders]) response.setHeader(name, value);
  response.status(status).end(body);
}

function acceptsHtml(request: Request): boolean {
  return /\btext\/html\b/i.test(request.headers.accept ?? '');
}
