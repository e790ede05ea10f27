import type { Handlers } from '@tollgate/http';
import { createFindCallScope } from '@tollgate/org-access';
import type { Database } from '@tollgate/postgres';
import type { ModulePorts } from '../shared/module-ports';
import { decodeReceiptDetails } from './decode-receipt';
import type { generationOperations } from './generation.operations';
import { createGenerationRoute } from './generation.route';
import { UsageReader } from './usage-reader';

/** Receipts of single calls. */
export function createGenerationsModule(ports: ModulePorts & { readonly lookups: Database }): {
  readonly handlers: Handlers<typeof generationOperations>;
} {
  const { lookups, memberships } = ports;
  const receipts = new UsageReader(lookups, decodeReceiptDetails);
  return {
    handlers: {
      'GET /v1/generation': createGenerationRoute({
        findCallScope: createFindCallScope({ memberships }),
        findGeneration: (scope, ulid) => receipts.findGeneration(scope, ulid),
      }),
    },
  };
}
