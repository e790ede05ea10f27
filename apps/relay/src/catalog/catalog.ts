import { providerProtocols, type ModelFamily, type ProviderProtocol } from '@tollgate/model-spec';
import type { OperatorPrices, PriceList, PriceListInput } from '@tollgate/pricing';
import { rerankProtocols, type RerankProtocolName } from '@tollgate/rerank-protocols';
import { videoProtocols, type VideoModel, type VideoProtocolName } from '@tollgate/video-protocols';
import type { PlannedPrices } from './planned-prices';
import type { AutoTier, FreeTier } from './tiers';

export const modelKinds = [
  'chat',
  'completion',
  'embeddings',
  'image',
  'video',
  'speech',
  'transcription',
  'rerank',
  'moderation',
] as const;
export type ModelKind = (typeof modelKinds)[number];

export const modelFamilies = [
  'openai',
  'anthropic',
  'google',
  'qwen',
  'other',
] as const satisfies readonly ModelFamily[];

/** Videos are jobs with their own protocols; all others are request and response. */
export const routeProtocols = [
  ...providerProtocols,
  ...videoProtocols,
  ...rerankProtocols,
] as const;
export type RouteProtocol = ProviderProtocol | VideoProtocolName | RerankProtocolName;

const videoProtocolNames: ReadonlySet<string> = new Set(videoProtocols);

export function isVideoProtocol(protocol: RouteProtocol): protocol is VideoProtocolName {
  return videoProtocolNames.has(protocol);
}

const rerankProtocolNames: ReadonlySet<string> = new Set(rerankProtocols);

export function isRerankProtocol(protocol: RouteProtocol): protocol is RerankProtocolName {
  return rerankProtocolNames.has(protocol);
}

/** A model, parsed once when the catalog changes. */
export interface CatalogModel {
  readonly id: string;
  readonly name: string;
  readonly kind: ModelKind;
  readonly family: ModelFamily;
  readonly contextLength: number | undefined;
  readonly maxCompletionTokens: number | undefined;
  readonly prices: PriceList;
  /** The operator's document, for the public list. */
  readonly document: ModelDocument;
  readonly createdAtMs: number;
  /** Not in the catalog: a wildcard route accepts any name. */
  readonly isUnlisted?: true;
}

/** How to reach a model: a provider account, and the model's name there. */
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
  /** Its share among routes of the same priority; 0: only when no other is left. */
  readonly weight: number;
  /** Undefined: unknown to the operator. */
  readonly quantization: string | undefined;
  /** Whether the provider may train on what it is sent. */
  readonly dataCollection: 'allow' | 'deny';
  /** Prices of this route, which override those of the model; null: the model's prices. */
  readonly prices: OperatorPrices | null;
  /** Undefined: as the model. */
  readonly supportedParameters: readonly string[] | undefined;
  readonly contextLength: number | undefined;
  readonly maxCompletionTokens: number | undefined;
}

/** An operator's description of a model; prices are decimal strings. */
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
  /** Of a speech model; left out: known to the provider only. */
  readonly voices?: readonly string[] | undefined;
  readonly defaultVoice?: string | undefined;
  /** For which requests without a model it is used. */
  readonly defaultFor?: readonly string[] | undefined;
  readonly releaseDate?: string | null | undefined;
  readonly deprecationDate?: string | null | undefined;
  readonly successor?: string | null | undefined;
  readonly enabled?: boolean | undefined;
}

/** The whole catalog as one immutable value, which is replaced as a whole. */
export interface CatalogSnapshot {
  readonly version: bigint;
  readonly models: ReadonlyMap<string, CatalogModel>;
  /** By pattern (full model id, `<provider>/*` or `*`), in order of priority. */
  readonly routes: ReadonlyMap<string, readonly ProviderRoute[]>;
  /** Of the default keys, for catalog models that no pattern matches. */
  readonly defaultRoutes: readonly ProviderRoute[];
  /** Other names of models, or of the router. */
  readonly aliases: ReadonlyMap<string, string>;
  /** By `<table>/<tier>`: the models that the router chooses from. */
  readonly autoTiers: ReadonlyMap<string, AutoTier>;
  /** By model id: its free quota. */
  readonly freeTiers: ReadonlyMap<string, FreeTier>;
  /** Prices that come into force later, the earliest first. */
  readonly planned: readonly PlannedPrices[];
}

export const emptySnapshot: CatalogSnapshot = {
  version: -1n,
  models: new Map(),
  routes: new Map(),
  defaultRoutes: [],
  aliases: new Map(),
  autoTiers: new Map(),
  freeTiers: new Map(),
  planned: [],
};
