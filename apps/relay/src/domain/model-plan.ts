import type { RouteSort } from '../catalog/names/split-suffixes';
import type { CatalogModel } from '../catalog/catalog';

/** A waterfall longer than this is refused. */
export const plannedModelsMax = 10;

export interface PlannedModel {
  readonly model: CatalogModel;
}

/** Which models may answer a call, in the order to try them, and what their names asked for. */
export interface ModelPlan {
  readonly models: readonly PlannedModel[];
  /** Told to the client beside the answer, whichever model gives it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The router chose: the client is told which model answered. */
  readonly isAuto: boolean;
  readonly tier: string | undefined;
  /** What the name asked for; what the request itself says beats it. */
  readonly sort: RouteSort | undefined;
  /** Only ways that can search the web will do. */
  readonly isOnline: boolean;
  /** The caller took the free variant at its word: it is never paid for in silence. */
  readonly isFreeOnly: boolean;
}

/** What of a request decides about its models. */
export interface PlanRequest {
  readonly apiType: string;
  readonly requestedModel: string;
  readonly body: Readonly<Record<string, unknown>>;
  estimatePromptTokens(): number;
}
