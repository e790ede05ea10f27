import type { CatalogClient, DirectoryClient } from '@tollgate/clients';
import type { Handlers } from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import { createGuardedAgent, findUrlFault, makeOutboundRules } from '@tollgate/outbound';
import { KeyRing } from '@tollgate/secret-box';
import type { OrgsConfig } from '../config';
import type { ModulePorts } from '../shared/module-ports';
import type { byokOperations } from './byok-keys.operations';
import { createByokHandlers } from './byok-keys.route';
import { createCatalogIds } from './catalog-client';
import { manageByokUseCase } from './manage-byok';
import { noteByokHealthUseCase, type NoteByokHealth } from './note-byok-health';
import type { ByokOutside } from './ports';
import { probeByokUseCase } from './probe-byok';
import { createProbeByokJob } from './probe-byok.job';
import { createProviderModels } from './provider-models-client';

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
  const probeByok = probeByokUseCase({ ...ports, noteByokHealth });
  return {
    handlers: createByokHandlers({ ...ports, byok: manageByokUseCase(ports) }),
    parts: [part, createProbeByokJob({ probeByok, logger })],
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
