import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getPathParameter, getRequestId, type Handlers, validate } from '@tollgate/http';
import { getIdentity, type CallerKind } from '@tollgate/identity';
import type { RefusalPage, RefusalQuery, Viewer, ViewRefusals } from '../use-cases/view-refusals';
import { decodeCursor, encodeCursor } from './cursor';
import { refusalQuerySchema, type refusalOperations } from './refusals.operations';
import { renderRefusal } from './render-refusal';

const ownKinds: readonly CallerKind[] = ['standard_key', 'test_key', 'management_key', 'session'];
const memberKinds: readonly CallerKind[] = ['management_key', 'session'];
const requestIdPattern = /^[\w-]{1,100}$/;

/** Requests that were refused, and why. */
export function createRefusalHandlers(
  viewRefusals: ViewRefusals,
): Handlers<typeof refusalOperations> {
  return {
    'GET /api/refusals': async (request, response) => {
      const viewer = readViewer(response, ownKinds);
      response.json(renderPage(await viewRefusals.listOwn(viewer, readQuery(request))));
    },

    'GET /api/refusals/{requestId}': async (request, response) => {
      const viewer = readViewer(response, ownKinds);
      const requestId = getPathParameter(request, 'requestId');
      if (!requestIdPattern.test(requestId)) throw new AppError('not_found');
      response.json(renderRefusal(await viewRefusals.find(viewer, requestId)));
    },

    'GET /api/orgs/{orgId}/refusals': async (request, response) => {
      const viewer = readViewer(response, memberKinds);
      const orgId = getPathParameter(request, 'orgId');
      response.json(renderPage(await viewRefusals.listOfOrg(viewer, orgId, readQuery(request))));
    },
  };
}

function readViewer(response: Response, kinds: readonly CallerKind[]): Viewer {
  const caller = getIdentity(response);
  if (!kinds.includes(caller.kind)) throw new AppError('unauthenticated');
  return { caller, requestId: getRequestId(response) };
}

function readQuery(request: Request): RefusalQuery {
  const query = validate(refusalQuerySchema, { ...request.query });
  const { code, cursor, from, limit, to } = query;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  return { filter: { code, from, to }, after, limit };
}

function renderPage({ next, refusals }: RefusalPage) {
  const nextCursor = next === undefined ? null : encodeCursor(next);
  return { items: refusals.map(renderRefusal), nextCursor };
}
