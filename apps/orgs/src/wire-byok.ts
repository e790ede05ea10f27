import { createCatalogClient, type DirectoryClient } from '@tollgate/clients';
import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { createGuardedAgent, findUrlFault, makeOutboundRules } from '@tollgate/outbound';
import { KeyRing } from '@tollgate/secret-box';
import { createCatalogIds } from './byok/catalog-ids';
import { createProviderModels } from './byok/provider-models';
import type { OrgsConfig } from './config';
import type { ByokOutside } from './use-cases/byok-ports';

const connectTimeoutMs = 5_000;

/** What provider keys of organizations need from outside. */
export function wireByok(options: {
  readonly config: OrgsConfig;
  readonly directory: DirectoryClient;
  readonly logger: Logger;
}): { readonly part: Part; readonly byokOutside: ByokOutside } {
  const { config, directory, logger } = options;
  const { relayGrpcAddress: address, serviceSecret } = config;
  const rules = makeOutboundRules(config.outbound);
  const agent = createGuardedAgent({ rules, connectTimeoutMs });
  const catalog = createCatalogClient({ address, serviceSecret, logger });
  const ring = new KeyRing(config.byokMasterKey.reveal());
  return {
    part: {
      name: 'byok clients',
      stop: async () => {
        catalog.close();
        await agent.destroy();
      },
    },
    byokOutside: {
      findUrlFault: (url) => findUrlFault(url, rules),
      listModels: createProviderModels(agent, logger),
      listCatalog: createCatalogIds(catalog, logger),
      filterKeys: (orgId, keyIds, requestId) => directory.filterKeys(orgId, keyIds, requestId),
      seal: (apiKey, row) => ring.seal(apiKey, row),
      open: ({ masterKeyId: keyId, sealedKey: bytes }, row) => ring.open({ keyId, bytes }, row),
    },
  };
}
