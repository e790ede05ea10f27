import type { RouteSort } from '../catalog/names/split-suffixes';
import type { CatalogModel } from '../catalog/catalog';

/** A longer list of models is refused. */
export const plannedModelsMax = 10;

export interface PlannedModel {
  readonly model: CatalogModel;
}

/** The models that may answer a call, in the order to try them, and the options in their names. */
export interface ModelPlan {
  readonly models: readonly PlannedModel[];
  /** Sent to the client with the answer of any of these models. */
  readonly headers: Readonly<Record<string, string>>;
  /** The router chose: the client is shown which model answered. */
  readonly isAuto: boolean;
  readonly tier: string | undefined;
  /** From the name; the request itself overrides it. */
  readonly sort: RouteSort | undefined;
  /** Only candidates with web search. */
  readonly isOnline: boolean;
  /** The name asks for a free model: it is never charged without explicit consent. */
  readonly isFreeOnly: boolean;
}

/** The fields of a request that decide its models. */
export interface PlanRequest {
  readonly apiType: string;
  readonly requestedModel: string;
  readonly body: Readonly<Record<string, unknown>>;
  estimatePromptTokens(): number;
}
