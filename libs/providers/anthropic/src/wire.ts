import type { CacheControl } from '@tollgate/model-spec';
import type {
  CacheControlEphemeral,
  ContentBlockParam,
  MessageCreateParamsBase,
} from '@anthropic-ai/sdk/resources/messages';

export type * from '@anthropic-ai/sdk/resources/messages';

/**
 * A body of the Messages API. The SDK no longer has the sampling fields, which many models still
 * accept; plugins are an extension of some hosts.
 */
export interface WireRequest extends MessageCreateParamsBase {
  temperature?: number;
  top_p?: number;
  top_k?: number;
  plugins?: readonly unknown[];
}

/** Blocks of one role in a row: the API wants roles to alternate. */
export interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlockParam[];
}

/** A caller's cache marker is sent unchanged: the provider validates it. */
export function markCache(cacheControl: CacheControl | undefined): {
  cache_control?: CacheControlEphemeral;
} {
  if (cacheControl === undefined) return {};
  return { cache_control: cacheControl as unknown as CacheControlEphemeral };
}
