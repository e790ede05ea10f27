const variantSuffix = /:[a-z0-9-]+$/;

/** Whether a caller may use a model, by its canonical id. */
export type AllowsModel = (modelId: string) => boolean;

/**
 * Layers are independent: each can only remove models. An empty layer allows everything. A
 * variant is judged as its model. Null: no layer has a list.
 */
export function compileAllowedModels(layers: readonly (readonly string[])[]): AllowsModel | null {
  const matchers = layers.filter((patterns) => patterns.length > 0).map(compileLayer);
  if (matchers.length === 0) return null;
  return (modelId) => {
    const baseId = modelId.replace(variantSuffix, '');
    return matchers.every((allows) => allows(baseId));
  };
}

export interface AllowedModels<Scope> {
  readonly scope: Scope;
  readonly patterns: readonly string[];
}

/** The first scope whose list leaves the model out; undefined: all lists allow it. */
export function findDenyingScope<Scope>(
  layers: readonly AllowedModels<Scope>[],
  modelId: string,
): Scope | undefined {
  const denies = ({ patterns }: AllowedModels<Scope>): boolean =>
    compileAllowedModels([patterns])?.(modelId) === false;
  return layers.find(denies)?.scope;
}

function compileLayer(patterns: readonly string[]): AllowsModel {
  const ids = new Set(patterns.filter((pattern) => !pattern.endsWith('/*')));
  const providers = new Set(
    patterns.filter((pattern) => pattern.endsWith('/*')).map((pattern) => pattern.slice(0, -2)),
  );
  return (modelId) => ids.has(modelId) || providers.has(modelId.slice(0, modelId.indexOf('/')));
}
