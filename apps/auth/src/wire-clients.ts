import {
  createOrgsClient,
  createPolicyClient,
  createSpendWindows,
  createWalletClient,
} from '@tollgate/clients';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import { SpendCounters, Till } from '@tollgate/till';
import { createBillingWallets } from './billing/billing-wallets';
import { createTillSpendWindows } from './billing/till-spend-windows';
import type { AuthConfig } from './config';
import { createGrpcOrgs } from './orgs/grpc-orgs';
import type { Orgs } from './use-cases/org-ports';
import type { SpendWindows, Wallets } from './use-cases/ports';

export interface Clients {
  readonly wallets: Wallets;
  readonly spendWindows: SpendWindows;
  readonly orgs: Orgs;
  readonly part: Part;
}

/** Sign-in and key routes wait for orgs no longer than this. */
const orgsDeadlineMs = 1_500;

/** Clients of the services that auth calls. */
export function wireClients(options: {
  readonly config: AuthConfig;
  readonly redis: Redis;
  readonly logger: Logger;
}): Clients {
  const { logger, redis } = options;
  const { billingGrpcAddress, orgsGrpcAddress, serviceSecret } = options.config;
  const toOrgs = { address: orgsGrpcAddress, serviceSecret, logger, deadlineMs: orgsDeadlineMs };
  const wallets = createWalletClient({ address: billingGrpcAddress, serviceSecret, logger });
  const orgs = createOrgsClient(toOrgs);
  const policies = createPolicyClient(toOrgs);
  const counters = new SpendCounters(redis);
  return {
    wallets: createBillingWallets({ client: wallets, till: new Till(redis), logger }),
    spendWindows: createTillSpendWindows(createSpendWindows({ wallets, counters, logger })),
    orgs: createGrpcOrgs({ orgs, policies }),
    part: {
      name: 'clients of other services',
      stop: () => [wallets, orgs, policies].forEach((one) => one.close()),
    },
  };
}
