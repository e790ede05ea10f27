import { OrgsServiceClient, PolicyServiceClient, WalletServiceClient } from '@tollgate/contracts';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import { createGrpcClient } from '@tollgate/rpc';
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

/** The services that are asked. */
export function wireClients(options: {
  readonly config: AuthConfig;
  readonly redis: Redis;
  readonly logger: Logger;
}): Clients {
  const { logger, redis } = options;
  const { billingGrpcAddress, orgsGrpcAddress, serviceSecret } = options.config;
  const toOrgs = { address: orgsGrpcAddress, serviceSecret, logger };
  const client = createGrpcClient(WalletServiceClient, {
    address: billingGrpcAddress,
    serviceSecret,
    logger,
  });
  const orgs = createGrpcClient(OrgsServiceClient, toOrgs);
  const policies = createGrpcClient(PolicyServiceClient, toOrgs);
  return {
    wallets: createBillingWallets({ client, till: new Till(redis), logger }),
    spendWindows: createTillSpendWindows({ client, counters: new SpendCounters(redis), logger }),
    orgs: createGrpcOrgs({ orgs, policies }),
    part: {
      name: 'clients of other services',
      stop: () => [client, orgs, policies].forEach((one) => one.close()),
    },
  };
}
