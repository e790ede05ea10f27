import type { EventLog } from '@tollgate/event-log';
import type { Handlers } from '@tollgate/http';
import { createCountingPart, type Part } from '@tollgate/lifecycle';
import type { Database } from '@tollgate/postgres';
import { KeyRing } from '@tollgate/secret-box';
import type { OrgsConfig } from '../config';
import type { ModulePorts } from '../shared/module-ports';
import { createEvidenceReader } from './evidence-reader';
import { createEvidenceStore } from './evidence-store';
import { createEvidenceConsumer } from './evidence.consumer';
import { listEvidenceUseCase } from './list-evidence';
import { manageModerationUseCase } from './manage-moderation';
import { evidenceDays } from './moderation';
import type { moderationOperations } from './moderation.operations';
import { createModerationHandlers } from './moderation.route';

const dayMs = 86_400_000;
const rowsPerRunMax = 10_000;

/** The platform's moderation rules, and the evidence of requests that they refused. */
export function createModerationModule(
  ports: ModulePorts & {
    readonly config: Pick<OrgsConfig, 'evidenceKey'>;
    readonly sql: Database;
    readonly eventLog: EventLog;
  },
): {
  readonly handlers: Handlers<typeof moderationOperations>;
  readonly parts: readonly Part[];
} {
  const { clock, config, eventLog, logger, sql } = ports;
  const evidence = createEvidenceStore(sql);
  const open = createEvidenceReader(new KeyRing(config.evidenceKey.reveal()), logger);
  return {
    handlers: createModerationHandlers({
      ...ports,
      moderation: manageModerationUseCase(ports),
      listEvidence: listEvidenceUseCase({ evidence, open }),
    }),
    parts: [
      createEvidenceConsumer({ eventLog, evidence }),
      createCountingPart({
        name: 'delete old evidence',
        intervalMs: 3_600_000,
        run: () => {
          const before = new Date(clock.now().getTime() - evidenceDays * dayMs);
          return evidence.deleteBefore(before, rowsPerRunMax);
        },
        message: 'old evidence deleted',
        unit: 'deleted',
        logger,
      }),
    ],
  };
}
