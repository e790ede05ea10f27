import type { CatalogClient, DirectoryClient } from '@tollgate/clients';
import type { Handlers } from '@tollgate/http';
import { createCountingPart, type Part } from '@tollgate/lifecycle';
import { createGuardedAgent, findUrlFault, makeOutboundRules } from '@tollgate/outbound';
import { KeyRing } from '@tollgate/secret-box';
import type { OrgsConfig } from '../config';
import type { ModulePorts } from '../shared/module-ports';
import type { byokOperations } from './byok-keys.operations';
import { createByokHandlers } from './byok-keys.route';
import { manageByokUseCase } from './manage-byok';
import type { ByokOutside } from './ports';
import { type NoteByokHealth, noteByokHealthUseCase, probeByokUseCase } from './probe-byok';
import { createCatalogIds, createProviderModels } from './provider-models-client';

const connectTimeoutMs = 5_000;

export interface ByokOptions extends ModulePorts {
  readonly config: OrgsConfig;
  readonly authDirectory: DirectoryClient;
  readonly catalog: CatalogClient;
}

/** Provider keys that organizations bring themselves. */
export function createByokModule(options: ByokOptions): {
  readonly handlers: Handlers<typeof byokOperations>;
  readonly parts: readonly Part[];
  readonly noteByokHealth: NoteByokHealth;
} {
  const { logger } = options;
  const { byokOutside, part } = connectOutside(options);
  const ports = { ...options, byokOutside };
  const noteByokHealth = noteByokHealthUseCase(ports);
  return {
    handlers: createByokHandlers({ ...ports, byok: manageByokUseCase(ports) }),
    parts: [
      part,
      createCountingPart({
        name: 'probe provider keys',
        // Each key is probed once an hour; looking more often spreads the probes.
        intervalMs: 60_000,
        run: probeByokUseCase({ ...ports, noteByokHealth }),
        message: 'provider keys recovered',
        unit: 'recovered',
        logger,
      }),
    ],
    noteByokHealth,
  };
}

function connectOutside({ authDirectory, catalog, config, logger }: ByokOptions): {
  readonly part: Part;
  readonly byokOutside: ByokOutside;
} {
  const rules = makeOutboundRules(config.outbound);
  const agent = createGuardedAgent({ rules, connectTimeoutMs });
  const ring = new KeyRing(config.byokMasterKey.reveal());
  return {
    part: { name: 'byok client', stop: () => agent.destroy() },
    byokOutside: {
      findUrlFault: (url) => findUrlFault(url, rules),
      listModels: createProviderModels(agent, logger),
      listCatalog: createCatalogIds(catalog, logger),
      filterKeys: (orgId, keyIds, requestId) => authDirectory.filterKeys(orgId, keyIds, requestId),
      seal: (apiKey, row) => ring.seal(apiKey, row),
      open: ({ masterKeyId: keyId, sealedKey: bytes }, row) => ring.open({ keyId, bytes }, row),
    },
  };
}
