import type { Handlers } from '@tollgate/http';
import type { SessionCookie } from '@tollgate/identity';
import type { Part } from '@tollgate/lifecycle';
import type { ModulePorts } from '../shared/module-ports';
import { createDeleteEndedSessionsJob } from './delete-ended-sessions.job';
import { endSessionUseCase } from './end-session';
import { getSessionUseCase } from './get-session';
import { listSessionsUseCase } from './list-sessions';
import { logOutUseCase } from './log-out';
import type { sessionOperations } from './sessions.operations';
import { endSessionRoute, getSessionRoute, listSessionsRoute, logOutRoute } from './sessions.route';

export function createSessionsModule(ports: ModulePorts & { readonly cookie: SessionCookie }): {
  readonly handlers: Handlers<typeof sessionOperations>;
  readonly parts: readonly Part[];
} {
  const { clock, cookie, database, logger } = ports;
  return {
    handlers: {
      'POST /api/auth/logout': logOutRoute(logOutUseCase(ports), cookie),
      'GET /api/auth/session': getSessionRoute(getSessionUseCase(ports), cookie),
      'GET /api/auth/sessions': listSessionsRoute(listSessionsUseCase(ports)),
      'DELETE /api/auth/sessions/{id}': endSessionRoute(endSessionUseCase(ports), cookie),
    },
    parts: [createDeleteEndedSessionsJob({ sessions: database.sessions, clock, logger })],
  };
}
