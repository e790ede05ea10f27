import type { RequestHandler, Response } from 'express';
import { answerDocument, type Document } from '../domain/document';
import { makePageHeaders, type HeaderList } from '../domain/page-headers';
import { errorPage } from './error-page';

const cacheSeconds = 300;

const referencePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API reference</title>
  </head>
  <body>
    <redoc spec-url="/openapi.json" disable-telemetry="true"></redoc>
    <script type="module" src="/docs/viewer.js"></script>
  </body>
</html>
`;

/** /openapi.json and /docs/viewer.js */
export function documentRoute(document: Document): RequestHandler {
  return (request, response) => {
    setCaching(response);
    const { body, headers, status } = answerDocument(document, request.headers);
    for (const [name, value] of headers) response.setHeader(name, value);
    response.status(status).end(body);
  };
}

/** GET /docs */
export function referencePageRoute(siteUrl: string): RequestHandler {
  // The viewer writes its styles into the page and draws pictures from data.
  const headers = makePageHeaders({
    siteUrl,
    sources: {
      'style-src': ["'unsafe-inline'"],
      'img-src': ['data:'],
      'font-src': ['data:'],
      'worker-src': ['blob:'],
    },
  });
  return (_request, response) => sendPage(response, referencePage, headers);
}

/** GET /docs/errors */
export function errorPageRoute(siteUrl: string): RequestHandler {
  const headers = makePageHeaders({ siteUrl, sources: { 'style-src': ["'unsafe-inline'"] } });
  return (_request, response) => sendPage(response, errorPage, headers);
}

function sendPage(response: Response, page: string, headers: HeaderList): void {
  setCaching(response);
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(page);
}

function setCaching(response: Response): void {
  response.setHeader('cache-control', `public, max-age=${cacheSeconds}`);
}
