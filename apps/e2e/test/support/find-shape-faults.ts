import type { Json } from './api-call';

/**
 * Fields that a published example shows and the answer does not have. Lists are compared by all
 * of their items together, because an item may lack a field that is optional.
 */
export function findShapeFaults(
  example: Json,
  answers: readonly Json[],
  place = '',
): readonly string[] {
  if (Array.isArray(example)) {
    const items = answers.flat();
    return example.flatMap((item) => findShapeFaults(item, items, `${place}[]`));
  }
  const objects = answers.filter(isObject);
  if (!isObject(example) || objects.length === 0) return [];
  return Object.entries(example).flatMap(([name, value]) => {
    const having = objects.filter((object) => Object.hasOwn(object, name));
    if (having.length === 0) return [`${place}.${name} is shown and not answered`];
    const inner = having.map((object) => object[name]);
    return findShapeFaults(value, inner, `${place}.${name}`);
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
