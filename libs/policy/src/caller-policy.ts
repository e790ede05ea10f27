import type { CloudProtocol } from '@tollgate/cloud-auth';
import type { RuleSet } from '@tollgate/content-rules';
import type { SpendLimit } from '@tollgate/till';
import type { AllowsModel } from './allowed-models';

/** Kinds of work that a team can be bounded to. */
export type PermissionScope = 'inference' | 'images' | 'video' | 'audio' | 'embeddings';

/** A provider's key that belongs to the organization of the caller. */
export interface ByokKey {
  readonly id: string;
  readonly orgId: string;
  readonly baseUrl: string;
  readonly protocol: 'openai' | 'anthropic' | CloudProtocol;
  /** Otherwise errors of the upstream are the answer. */
  readonly isSeamless: boolean;
  readonly sealedKey: Buffer;
  readonly masterKeyId: string;
  /** Empty: every key of the organization. */
  readonly scopedKeyIds: ReadonlySet<string>;
  /** What models of the catalog are called there. */
  readonly upstreamModels: ReadonlyMap<string, string>;
  /** It failed so often that calls use other candidates. */
  readonly isFailing: boolean;
}

/** All rules for the calls of one caller. */
export interface CallerPolicy {
  /** As they are recorded with what is spent; empty where they do not apply. */
  readonly orgId: string;
  readonly teamId: string;
  readonly memberId: string;
  /** Null: every model. */
  readonly allowsModel: AllowsModel | null;
  /** Explains a model that is not allowed: the narrowest scope whose list leaves it out. */
  readonly findDenyingScope?: (modelId: string) => 'member' | 'team' | 'org' | undefined;
  readonly team: { readonly name: string; readonly scopes: ReadonlySet<string> } | null;
  /** Breakers, then budgets, each from the narrowest scope to the widest. */
  readonly limits: readonly SpendLimit[];
  /** Null: none. */
  readonly rules: RuleSet | null;
  readonly byokKeys: readonly ByokKey[];
}

/** Of a caller without an organization. */
export const personalPolicy: CallerPolicy = Object.freeze({
  orgId: '',
  teamId: '',
  memberId: '',
  allowsModel: null,
  team: null,
  limits: [],
  rules: null,
  byokKeys: [],
});
