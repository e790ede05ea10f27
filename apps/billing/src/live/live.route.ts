import { isDeepStrictEqual } from 'node:util';
import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getPathParameter, getRequestId, type Handlers, validateQuery } from '@tollgate/http';
import { getIdentity, getRateSubject } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import {
  type FindCallScope,
  type MembershipSource,
  type OrgRole,
  requireOwnTeam,
  seesMembers,
} from '@tollgate/org-access';
import { makeOrgVisible, requireCallAccess } from '../calls/require-call-access';
import { getPayingCaller } from '../shared/paying-caller.http';
import { describeEvent, describeOrgEvent, describeOrgEventWithoutMember } from './describe-live';
import { EventStream } from './event-stream.http';
import type { LiveScope } from './live-entry';
import { type liveOperations, liveQuerySchema } from './live.operations';
import type { OpenStream } from './open-stream';
import type { OpenStreams } from './open-streams';
import type { LiveStream } from './ports';

export interface LiveOptions {
  readonly findCallScope: FindCallScope;
  readonly memberships: MembershipSource;
  readonly openStream: OpenStream;
  readonly leaveFeed: (stream: LiveStream) => void;
  readonly openStreams: Pick<OpenStreams, 'add' | 'remove'>;
  readonly heartbeatMs: number;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}

const balanceRoles: readonly OrgRole[] = ['org_admin', 'billing_viewer'];

/** What the stream of a caller shows; checked again while the stream is open. */
type FindScope = () => Promise<LiveScope>;

const platformScope: LiveScope = {
  walletId: null,
  visible: { keyId: null, memberId: null, teamId: null },
  seesBalance: false,
  seesMembers: true,
};

export function createLiveHandlers(options: LiveOptions): Handlers<typeof liveOperations> {
  return {
    'GET /api/live': (request, response) => {
      const caller = getPayingCaller(response);
      const findScope: FindScope = async () => {
        const { walletId, ...scope } = await options.findCallScope(caller, getRequestId(response));
        const visible = { ...scope, teamId: null };
        return { walletId, visible, seesBalance: true, seesMembers: true };
      };
      return stream({ request, response, findScope, render: describeEvent }, options);
    },

    'GET /api/orgs/{orgId}/live': (request, response) => {
      const caller = getPayingCaller(response);
      const orgId = getPathParameter(request, 'orgId');
      const org = { orgId, requestId: getRequestId(response) };
      const findScope: FindScope = async () => {
        const membership = await requireCallAccess(caller, org, options.memberships);
        requireOwnTeam(membership, membership.teamId);
        return {
          walletId: orgId,
          visible: makeOrgVisible(membership),
          seesBalance: balanceRoles.includes(membership.role),
          seesMembers: seesMembers(membership),
        };
      };
      return stream({ request, response, findScope, render: describeOrgEvent }, options);
    },

    'GET /api/admin/live': (request, response) => {
      const findScope: FindScope = () => Promise.resolve(platformScope);
      return stream({ request, response, findScope, render: describeEvent }, options);
    },
  };
}

interface StreamRequest {
  readonly request: Request;
  readonly response: Response;
  readonly findScope: FindScope;
  readonly render: typeof describeEvent;
}

async function stream(asked: StreamRequest, options: LiveOptions): Promise<void> {
  const { findScope, request, response } = asked;
  const { getNowMs, logger, openStreams } = options;
  const scope = await findScope();
  const query = validateQuery(liveQuerySchema, request.query);
  const render = scope.seesMembers ? asked.render : describeOrgEventWithoutMember;
  const client = new EventStream(response, { render, getNowMs });
  if (request.method === 'HEAD') {
    client.begin();
    client.end();
    return;
  }
  openStreams.add(client, getRateSubject(getIdentity(response)));
  response.once('close', () => openStreams.remove(client));
  client.begin();
  const end = setTimeout(() => client.end(), query.seconds * 1_000);
  response.once('close', () => clearTimeout(end));
  try {
    const opened = await options.openStream(
      { scope, client },
      request.get('last-event-id') ?? query.last_event_id,
    );
    keepAlive(opened, asked, options);
  } catch (error) {
    // The head is sent: the client reconnects and resumes.
    logger.warn('a live stream could not start', { requestId: getRequestId(response), error });
    client.end();
  }
}

function keepAlive(opened: LiveStream, asked: StreamRequest, options: LiveOptions): void {
  const { client, scope } = opened;
  const beat = setInterval(() => {
    client.beat(opened.position);
    void hasScope(asked.findScope, scope).then((isSame) => isSame || client.end());
  }, options.heartbeatMs);
  const leave = (): void => {
    clearInterval(beat);
    options.leaveFeed(opened);
  };
  if (client.isOpen) asked.response.once('close', leave);
  else leave();
}

/** A service that is away does not end streams. */
async function hasScope(findScope: FindScope, scope: LiveScope): Promise<boolean> {
  try {
    return isDeepStrictEqual(await findScope(), scope);
  } catch (error) {
    return !(AppError.is(error, 'forbidden') || AppError.is(error, 'not_found'));
  }
}
