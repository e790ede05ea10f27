import { cloudProtocols } from '@tollgate/cloud-auth';

export const byokProtocols = ['openai', 'anthropic', ...cloudProtocols] as const;
export type ByokProtocol = (typeof byokProtocols)[number];

export interface ByokModel {
  /** As the catalog calls it. */
  readonly model: string;
  readonly upstreamModel: string;
  readonly isEnabled: boolean;
}

export interface ByokHealth {
  readonly status: 'unknown' | 'healthy' | 'failing';
  readonly checkedAt: Date | null;
  readonly lastError: string | null;
  /** Refused by the provider in a row. */
  readonly failures: number;
}

/** A provider's key that belongs to an organization. */
export interface ByokKey {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly keyMask: string;
  readonly sealedKey: Buffer;
  readonly masterKeyId: string;
  readonly protocol: ByokProtocol;
  readonly isSeamless: boolean;
  readonly scopedKeyIds: readonly string[];
  readonly isEnabled: boolean;
  readonly models: readonly ByokModel[];
  readonly health: ByokHealth;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const byokKeysPerOrgMax = 50;
export const byokModelsMax = 1_000;
/** After so many refusals in a row, seamless traffic uses other provider routes. */
const failuresUntilFailing = 10;

export const unknownHealth: ByokHealth = {
  status: 'unknown',
  checkedAt: null,
  lastError: null,
  failures: 0,
};

export interface HealthNews {
  readonly authFailures: number;
  readonly hasSucceeded: boolean;
  readonly lastError: string;
}

export function judgeHealth(health: ByokHealth, news: HealthNews, now: Date): ByokHealth {
  const failures = (news.hasSucceeded ? 0 : health.failures) + news.authFailures;
  const isFailing = failures >= failuresUntilFailing;
  const known = news.hasSucceeded ? 'healthy' : health.status;
  return {
    status: isFailing ? 'failing' : known === 'failing' && failures > 0 ? 'failing' : known,
    checkedAt: now,
    lastError: news.lastError === '' ? null : news.lastError,
    failures,
  };
}

/** The result of comparing the provider's model list with the catalog. */
export interface SyncResult {
  /** Ids of the catalog. */
  readonly matched: readonly string[];
  /** Models of the provider that are not in the catalog. */
  readonly unmatched: readonly string[];
  /** Mapped catalog models that the provider does not list any more. */
  readonly stale: readonly string[];
}

export const noSync: SyncResult = { matched: [], unmatched: [], stale: [] };

/**
 * Finds the models of the catalog among those of a provider: by the whole id, or by what stands
 * behind the slash where one model alone is called so. What was mapped by hand stays.
 */
export function matchModels(
  mapped: readonly ByokModel[],
  offered: readonly string[],
  catalogIds: readonly string[],
): { readonly models: readonly ByokModel[]; readonly sync: SyncResult } {
  const byName = groupByName(catalogIds);
  const known = new Set(catalogIds);
  const models = new Map(mapped.map((model) => [model.model, model]));
  const names = new Set(mapped.map(({ upstreamModel }) => upstreamModel));
  const unmatched: string[] = [];
  for (const upstreamModel of offered) {
    if (names.has(upstreamModel)) continue;
    const candidates = known.has(upstreamModel)
      ? [upstreamModel]
      : (byName.get(upstreamModel.toLowerCase()) ?? []);
    const [model] = candidates;
    if (model === undefined || candidates.length > 1) unmatched.push(upstreamModel);
    else if (!models.has(model)) models.set(model, { model, upstreamModel, isEnabled: true });
  }
  const isOffered = new Set(offered);
  const all = [...models.values()].slice(0, byokModelsMax);
  return {
    models: all,
    sync: {
      matched: all.filter((one) => isOffered.has(one.upstreamModel)).map(({ model }) => model),
      unmatched,
      stale: all.filter((one) => !isOffered.has(one.upstreamModel)).map(({ model }) => model),
    },
  };
}

function groupByName(catalogIds: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const id of catalogIds) {
    const name = id.slice(id.indexOf('/') + 1);
    groups.set(name, [...(groups.get(name) ?? []), id]);
  }
  return groups;
}
