import type { Handlers } from '@tollgate/http';
import { createFindCallScope } from '@tollgate/org-access';
import type { Database } from '@tollgate/postgres';
import type { ModulePorts } from '../shared/module-ports';
import { decodeReceiptDetails } from './decode-receipt';
import { type FindCall, findCallUseCase } from './find-call';
import type { generationOperations } from './generation.operations';
import { createGenerationRoute } from './generation.route';
import { createOrgCallRoute } from './org-call.route';
import type { Receipt } from './receipt';
import { UsageReader } from './usage-reader';

/** Receipts of single calls. */
export function createGenerationsModule(ports: ModulePorts & { readonly lookups: Database }): {
  readonly handlers: Handlers<typeof generationOperations>;
  readonly findCall: FindCall;
} {
  const { lookups, memberships } = ports;
  const receipts = new UsageReader(lookups, decodeReceiptDetails);
  const listTransfers = (receipt: Receipt) => receipts.listTransfers(receipt);
  const findCall = findCallUseCase({
    findByWallets: (walletIds, ulid) => receipts.findByWallets(walletIds, ulid),
  });
  return {
    handlers: {
      'GET /v1/generation': createGenerationRoute({
        findCallScope: createFindCallScope({ memberships }),
        findGeneration: (scope, ulid) => receipts.findGeneration(scope, ulid),
        listTransfers,
      }),
      'GET /api/orgs/{orgId}/calls/{id}': createOrgCallRoute({
        memberships,
        findCall,
        listTransfers,
      }),
    },
    findCall,
  };
}
