/** The fields that have a value: absent and undefined are not the same to who writes JSON. */
export function omitUndefined<Shape extends object>(fields: {
  readonly [Name in keyof Shape]: Shape[Name] | undefined;
}): Shape {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Shape;
}
