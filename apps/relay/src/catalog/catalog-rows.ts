import type { OperatorPrices } from '@tollgate/pricing';
import type { ModelDocument, RouteProtocol } from './catalog';

export interface ModelRow {
  readonly id: string;
  readonly document: ModelDocument;
  readonly price_version: bigint;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly hidden_at: Date | null;
  /** The call that created it; null for older models. */
  readonly made_by: string | null;
}

export interface ProviderKeyRow {
  readonly id: string;
  readonly provider: string;
  readonly base_url: string;
  readonly protocol: RouteProtocol;
  readonly headers: Readonly<Record<string, string>>;
  readonly weight: number;
  readonly enabled: boolean;
  readonly is_default: boolean;
  readonly key_ciphertext: Buffer;
  readonly key_mask: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface RoutePreferences extends Readonly<Record<string, unknown>> {
  readonly prices?: OperatorPrices | null;
  readonly quantization?: string | null;
  readonly dataCollection?: 'allow' | 'deny';
  readonly supportedParameters?: readonly string[] | null;
  readonly contextLength?: number | null;
  readonly maxCompletionTokens?: number | null;
}

export interface RouteRow {
  readonly id: string;
  readonly pattern: string;
  readonly provider_key_id: string;
  readonly upstream_model: string | null;
  readonly protocol: RouteProtocol;
  readonly priority: number;
  readonly weight: number;
  readonly enabled: boolean;
  readonly preferences: RoutePreferences;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Objects of the operator API. */
export function describeModel(row: ModelRow): Record<string, unknown> {
  return {
    ...row.document,
    priceVersion: Number(row.price_version),
    hidden: row.hidden_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function describeProviderKey(row: ProviderKeyRow): Record<string, unknown> {
  return {
    id: row.id,
    provider: row.provider,
    baseUrl: row.base_url,
    protocol: row.protocol,
    headers: row.headers,
    weight: row.weight,
    enabled: row.enabled,
    isDefault: row.is_default,
    keyMask: row.key_mask,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const preferenceDefaults = {
  quantization: null,
  dataCollection: 'deny',
  supportedParameters: null,
  contextLength: null,
  maxCompletionTokens: null,
  prices: null,
};

export const preferenceNames = Object.keys(
  preferenceDefaults,
) as (keyof typeof preferenceDefaults)[];

export function describeRoute(row: RouteRow): Record<string, unknown> {
  return {
    id: row.id,
    pattern: row.pattern,
    providerKeyId: row.provider_key_id,
    upstreamModel: row.upstream_model,
    protocol: row.protocol,
    priority: row.priority,
    weight: row.weight,
    enabled: row.enabled,
    ...preferenceDefaults,
    ...row.preferences,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Lists are paged in order of id. */
export interface Page {
  readonly after: string;
  readonly limit: number;
}

export type NewProviderKey = Omit<ProviderKeyRow, 'created_at' | 'updated_at'>;
export type NewRoute = Omit<RouteRow, 'created_at' | 'updated_at'>;
