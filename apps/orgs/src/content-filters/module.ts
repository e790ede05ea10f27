import type { EventLog } from '@tollgate/event-log';
import type { Handlers } from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import type { Database } from '@tollgate/postgres';
import type { ModulePorts } from '../shared/module-ports';
import { changeRulesUseCase } from './change-rules';
import type { contentFilterOperations } from './content-filters.operations';
import { createContentFilterHandlers } from './content-filters.route';
import { createDeleteOldHitsJob } from './delete-old-hits.job';
import { listRulesUseCase, testRulesUseCase } from './list-rules';
import { createRuleHits } from './rule-hit-store';
import { createRuleHitConsumer } from './rule-hits.consumer';

export function createContentFiltersModule(
  ports: ModulePorts & { readonly sql: Database; readonly eventLog: EventLog },
): {
  readonly handlers: Handlers<typeof contentFilterOperations>;
  readonly parts: readonly Part[];
} {
  const { clock, eventLog, logger, sql } = ports;
  const hits = createRuleHits(sql);
  return {
    handlers: createContentFilterHandlers({
      ...ports,
      listRules: listRulesUseCase(ports),
      changeRules: changeRulesUseCase(ports),
      testRules: testRulesUseCase(ports),
    }),
    parts: [
      createRuleHitConsumer({ eventLog, hits }),
      createDeleteOldHitsJob({ hits, clock, logger }),
    ],
  };
}
