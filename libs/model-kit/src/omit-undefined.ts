/** The fields that have a value: JSON writers distinguish absent from undefined. */
export function omitUndefined<Shape extends object>(fields: {
  readonly [Name in keyof Shape]: Shape[Name] | undefined;
}): Shape {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Shape;
}
