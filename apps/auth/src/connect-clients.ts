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
import type { AuthConfig } from './config';
import type { SpendWindows, Wallets } from './shared/billing-ports';
import type { Orgs } from './shared/org-ports';
import { createGrpcOrgs } from './shared/orgs-client';
import { createTillSpendWindows } from './shared/spend-windows-client';
import { createBillingWallets } from './shared/wallets-client';

export interface Clients {
  readonly wallets: Wallets;
  readonly spendWindows: SpendWindows;
  readonly orgs: Orgs;
  readonly part: Part;
}

/** Sign-in and key routes wait for orgs no longer than this. */
const orgsDeadlineMs = 1_500;

/** Clients of the services that auth calls. */
export function connectClients(options: {
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
