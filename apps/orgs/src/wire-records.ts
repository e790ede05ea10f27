import type { EventLog } from '@tollgate/event-log';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Database } from '@tollgate/postgres';
import { KeyRing } from '@tollgate/secret-box';
import type { OrgsConfig } from './config';
import { createEvidenceConsumer } from './events/on-evidence-recorded';
import { createRuleHitConsumer } from './events/on-rule-hit';
import { createForgetOldJob } from './jobs/forget-old.job';
import { createEvidenceOpener } from './moderation/open-evidence';
import { createEvidenceStore } from './store/evidence-store';
import { createRuleHits } from './store/rule-hits';
import type { Clock } from './use-cases/ports';
import type { HandlerParts } from './wire-handlers';

/** What relays found in calls, as it is counted and kept. */
export function wireRecords(options: {
  readonly sql: Database;
  readonly eventLog: EventLog;
  readonly config: OrgsConfig;
  readonly clock: Clock;
  readonly logger: Logger;
}): {
  readonly parts: readonly Part[];
  readonly ports: Pick<HandlerParts, 'evidence' | 'openEvidence'>;
} {
  const { clock, config, eventLog, logger, sql } = options;
  const evidence = createEvidenceStore(sql);
  const hits = createRuleHits(sql);
  const ring = new KeyRing(config.evidenceKey.reveal());
  return {
    parts: [
      createRuleHitConsumer({ eventLog, hits }),
      createEvidenceConsumer({ eventLog, evidence }),
      createForgetOldJob({ evidence, hits, clock, logger }),
    ],
    ports: { evidence, openEvidence: createEvidenceOpener(ring, logger) },
  };
}
