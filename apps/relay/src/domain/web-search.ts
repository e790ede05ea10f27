import { asFieldList, type Fields } from '@tollgate/model-kit';

/** Whether the body asks for the web plugin; `enabled: false` disables it. */
export function wantsWebSearch(body: Fields): boolean {
  const { plugins } = body;
  return Array.isArray(plugins) && plugins.some((plugin) => isWebPlugin(plugin, true));
}

/** Whether the body mentions the web plugin, enabled or not. */
export function namesWebSearch(body: Fields): boolean {
  const { plugins } = body;
  return Array.isArray(plugins) && plugins.some((plugin) => isWebPlugin(plugin, false));
}

/** How a candidate searches the web for a call that asks for it. */
export type CandidateSearch =
  /** The provider is sent the plugin. */
  | {
      readonly kind: 'plugins';
      /** As this provider is sent it; left out: as it came. */
      readonly plugin?: Fields;
      readonly promptTokens: number;
    }
  /** The provider searches by a tool of its own protocol. */
  | {
      readonly kind: 'native';
      /** The limit that the provider is sent, where its protocol has a field for it. */
      readonly usesMax: number;
      /** The most searches that are held and charged. */
      readonly billedMax: number;
      /** Held for what it reads: providers bill it as a part of the prompt. */
      readonly promptTokens: number;
    }
  /** The gateway asks its search engine, and puts the results into the prompt. */
  | {
      readonly kind: 'engine';
      readonly resultsMax: number;
      /** The most that the results add to the prompt; 0 where they are already counted in it. */
      readonly promptTokens: number;
      /** The search was made, and its results are in the prompt. */
      readonly isFound?: true;
    };

/** The name of searches in the `tools` prices of a model. */
export const searchTool = 'web_search';

/** The settings of the web plugin; what is not a number in its range is ignored. */
export interface SearchWish {
  readonly usesMax: number;
  /** Undefined: as many as the operator allows. */
  readonly resultsMax: number | undefined;
}

const usesDefault = 3;
const usesLimit = 10;
const resultsLimit = 20;

export function readSearchWish({ plugins }: Fields): SearchWish {
  const plugin = asFieldList(plugins).find((each) => isWebPlugin(each, true));
  return {
    usesMax: readWithin(plugin?.['max_uses'], usesLimit) ?? usesDefault,
    resultsMax: readWithin(plugin?.['max_results'], resultsLimit),
  };
}

/**
 * The plugins that a candidate is sent: the web plugin only where it searches by it and can charge
 * it. OpenRouter is sent no other plugin: what they cost is in no price. Undefined: none are left.
 */
export function fitPlugins(
  given: readonly unknown[],
  search: CandidateSearch | undefined,
): readonly unknown[] | undefined {
  if (search?.kind === 'plugins') return search.plugin === undefined ? given : [search.plugin];
  const others = given.filter((plugin) => !isWebPlugin(plugin, false));
  return others.length === 0 ? undefined : others;
}

function readWithin(value: unknown, limit: number): number | undefined {
  return Number.isInteger(value) && Number(value) > 0 ? Math.min(Number(value), limit) : undefined;
}

function isWebPlugin(plugin: unknown, mustBeOn: boolean): boolean {
  if (typeof plugin !== 'object' || plugin === null) return false;
  const { enabled, id } = plugin as Fields;
  return id === 'web' && !(mustBeOn && enabled === false);
}
