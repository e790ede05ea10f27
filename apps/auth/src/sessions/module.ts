import type { Handlers } from '@tollgate/http';
import type { SessionCookie } from '@tollgate/identity';
import { createCountingPart, type Part } from '@tollgate/lifecycle';
import type { ModulePorts } from '../shared/module-ports';
import { manageSessionsUseCase } from './manage-sessions';
import type { sessionOperations } from './sessions.operations';
import { createSessionHandlers } from './sessions.route';

const hourMs = 60 * 60 * 1_000;
const keptMs = 30 * 24 * hourMs;
const rowsPerRunMax = 10_000;

export function createSessionsModule(ports: ModulePorts & { readonly cookie: SessionCookie }): {
  readonly handlers: Handlers<typeof sessionOperations>;
  readonly parts: readonly Part[];
} {
  const { clock, cookie, database, logger } = ports;
  return {
    handlers: createSessionHandlers(manageSessionsUseCase(ports), cookie),
    parts: [
      createCountingPart({
        name: 'delete ended sessions',
        intervalMs: hourMs,
        run: () => {
          const time = new Date(clock.now().getTime() - keptMs);
          return database.sessions.deleteEndedBefore(time, rowsPerRunMax);
        },
        message: 'ended sessions deleted',
        unit: 'rows',
        logger,
      }),
    ],
  };
}
