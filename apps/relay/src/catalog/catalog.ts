import { providerProtocols, type ModelFamily, type ProviderProtocol } from '@tollgate/model-spec';
import type { OperatorPrices, PriceList, PriceListInput } from '@tollgate/pricing';
import { videoProtocols, type VideoModel, type VideoProtocolName } from '@tollgate/video-protocols';
import type { AutoTier } from './tiers';
import type { FreeTier } from './free-tier';

export const modelKinds = [
  'chat',
  'embeddings',
  'image',
  'video',
  'speech',
  'transcription',
] as const;
export type ModelKind = (typeof modelKinds)[number];

export const modelFamilies = [
  'openai',
  'anthropic',
  'google',
  'qwen',
  'other',
] as const satisfies readonly ModelFamily[];

/** Videos are jobs with protocols of their own; all the rest is asked and answered. */
export const routeProtocols = [...providerProtocols, ...videoProtocols] as const;
export type RouteProtocol = ProviderProtocol | VideoProtocolName;

const videoProtocolNames: ReadonlySet<string> = new Set(videoProtocols);

export function isVideoProtocol(protocol: RouteProtocol): protocol is VideoProtocolName {
  return videoProtocolNames.has(protocol);
}

/** A model as the hot path needs it: parsed once when the catalog changes. */
export interface CatalogModel {
  readonly id: string;
  readonly name: string;
  readonly kind: ModelKind;
  readonly family: ModelFamily;
  readonly contextLength: number | undefined;
  readonly maxCompletionTokens: number | undefined;
  readonly prices: PriceList;
  /** The operator's own document, for the public listing. */
  readonly document: ModelDocument;
  readonly createdAtMs: number;
  /** In no catalog: a wildcard route takes whatever name it is given. */
  readonly isUnlisted?: true;
}

/** A way to reach a model: which provider account, under which name. */
export interface ProviderRoute {
  readonly id: string;
  readonly provider: string;
  readonly protocol: RouteProtocol;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: the part of the model's id behind the provider. */
  readonly upstreamModel: string | undefined;
  readonly priority: number;
  /** Its share among routes of one priority; 0: only when no other is left. */
  readonly weight: number;
  /** Undefined: the operator does not know. */
  readonly quantization: string | undefined;
  /** Whether the provider may learn from what it is sent. */
  readonly dataCollection: 'allow' | 'deny';
  /** Prices of this way alone, laid over those of the model; null: as the model says. */
  readonly prices: OperatorPrices | null;
  /** Undefined, each of them: as the model says. */
  readonly supportedParameters: readonly string[] | undefined;
  readonly contextLength: number | undefined;
  readonly maxCompletionTokens: number | undefined;
}

/** What an operator wrote about a model; prices are decimal texts. */
export interface ModelDocument {
  readonly id: string;
  readonly name: string;
  readonly kind: ModelKind;
  readonly description?: string | null | undefined;
  readonly family?: ModelFamily | undefined;
  readonly contextLength?: number | null | undefined;
  readonly maxCompletionTokens?: number | null | undefined;
  readonly inputModalities?: readonly string[] | undefined;
  readonly outputModalities?: readonly string[] | undefined;
  readonly supportedParameters?: readonly string[] | undefined;
  readonly prices: OperatorPrices;
  readonly tiers?:
    | readonly (Readonly<Record<string, string | number | null | undefined>> & {
        readonly abovePromptTokens: number;
      })[]
    | undefined;
  readonly thinking?:
    { readonly mode: 'none' | 'optional' | 'always'; readonly default: boolean } | undefined;
  readonly sizes?: PriceListInput['sizes'];
  readonly video?: VideoModel | undefined;
  /** Of a model that speaks; left out: the provider knows them. */
  readonly voices?: readonly string[] | undefined;
  readonly defaultVoice?: string | undefined;
  /** What it is taken for where no model is named. */
  readonly defaultFor?: readonly string[] | undefined;
  readonly releaseDate?: string | null | undefined;
  readonly deprecationDate?: string | null | undefined;
  readonly successor?: string | null | undefined;
  readonly enabled?: boolean | undefined;
}

/** Everything the relay routes by, as one immutable value that is swapped whole. */
export interface CatalogSnapshot {
  readonly version: bigint;
  readonly models: ReadonlyMap<string, CatalogModel>;
  /** By pattern (full model id, `<provider>/*` or `*`), in order of priority. */
  readonly routes: ReadonlyMap<string, readonly ProviderRoute[]>;
  /** Of the default keys, for models of the catalog that no pattern fits. */
  readonly defaultRoutes: readonly ProviderRoute[];
  /** Further names: of full model ids, or of what is reserved for the router. */
  readonly aliases: ReadonlyMap<string, string>;
  /** By `<table>/<tier>`: what the router chooses from. */
  readonly autoTiers: ReadonlyMap<string, AutoTier>;
  /** By model id: what is free within a quota. */
  readonly freeTiers: ReadonlyMap<string, FreeTier>;
}

export const emptySnapshot: CatalogSnapshot = {
  version: -1n,
  models: new Map(),
  routes: new Map(),
  defaultRoutes: [],
  aliases: new Map(),
  autoTiers: new Map(),
  freeTiers: new Map(),
};
