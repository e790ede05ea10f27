import { defineOperations } from '@tollgate/http';
import { z } from 'zod';

const html = ['text/html'];
const document = {
  tag: 'Service',
  summary: 'This description of the API, as OpenAPI 3.1',
  answers: { 200: { about: 'The document.', body: z.looseObject({ openapi: z.string() }) } },
} as const;

/** What the edge answers itself. */
export const operations = defineOperations({
  'GET /': {
    id: 'getRoot',
    tag: 'Service',
    summary: 'What this is',
    answers: {
      200: {
        about: 'The name of the service.',
        body: z.object({ service: z.string(), status: z.literal('ok'), docs: z.string() }),
      },
    },
  },
  'GET /healthz': {
    id: 'getHealth',
    tag: 'Service',
    summary: 'Whether the process lives',
    answers: { 200: { about: 'It does.', body: z.object({ status: z.literal('ok') }) } },
  },
  'GET /readyz': {
    id: 'getReadiness',
    tag: 'Service',
    summary: 'Whether it can serve',
    answers: {
      200: {
        about: 'It can; 503 with the same body when it cannot.',
        body: z.object({
          status: z.enum(['ready', 'unready']),
          checks: z.record(z.string(), z.unknown()),
        }),
      },
    },
  },
  'GET /openapi.json': { ...document, id: 'getDocument' },
  'GET /v1/openapi.json': { ...document, id: 'getDocumentOfApi' },
  'GET /docs': {
    id: 'getReferencePage',
    tag: 'Service',
    summary: 'This reference as a page',
    answers: { 200: { about: 'The page.', mediaTypes: html } },
  },
  'GET /docs/viewer.js': {
    id: 'getReferenceViewer',
    tag: 'Service',
    summary: 'The script of the reference page',
    answers: { 200: { about: 'The script.', mediaTypes: ['text/javascript'] } },
  },
  'GET /docs/errors': {
    id: 'getErrorPage',
    tag: 'Service',
    summary: 'Every error code and what to do about it, as a page',
    answers: { 200: { about: 'The page.', mediaTypes: html } },
  },
});
