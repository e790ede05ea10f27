import type { EventLog } from '@tollgate/event-log';
import type { Handlers } from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import type { Database } from '@tollgate/postgres';
import { KeyRing } from '@tollgate/secret-box';
import type { OrgsConfig } from '../config';
import type { ModulePorts } from '../shared/module-ports';
import { createDeleteOldEvidenceJob } from './delete-old-evidence.job';
import { createEvidenceReader } from './evidence-reader';
import { createEvidenceStore } from './evidence-store';
import { createEvidenceConsumer } from './evidence.consumer';
import { listEvidenceUseCase } from './list-evidence';
import { manageModerationUseCase } from './manage-moderation';
import type { moderationOperations } from './moderation.operations';
import { createModerationHandlers } from './moderation.route';

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
      createDeleteOldEvidenceJob({ evidence, clock, logger }),
    ],
  };
}
