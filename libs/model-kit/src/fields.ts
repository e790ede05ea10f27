import type { CacheControl } from '@tollgate/model-spec';

export type Fields = Readonly<Record<string, unknown>>;

/** The object that a value is, or an empty one. */
export function asFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; other values are left out. */
export function asFieldList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * A type of a provider's SDK as something that came over the wire: the names of its fields hold,
 * so that a renamed one no longer compiles, and their values are not trusted.
 */
export type Wire<Shape> = { readonly [Name in keyof Shape]?: unknown };

/** The object that a value is, or an empty one. */
export function asWire<Shape>(value: unknown): Wire<Shape> {
  return isFields(value) ? value : {};
}

/** The objects of a list; other values are left out. */
export function asWireList<Shape>(value: unknown): readonly Wire<Shape>[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** What is to be written as JSON: an undefined field is not there. */
export type Draft<Shape> = { readonly [Name in keyof Shape]: Shape[Name] | undefined };

/** The fields that have a value: JSON writers distinguish absent from undefined. */
export function omitUndefined<Shape extends object>(fields: {
  readonly [Name in keyof Shape]: Shape[Name] | undefined;
}): Shape {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Shape;
}

export function readCacheControl(fields: Fields): CacheControl | undefined {
  const marker = fields['cache_control'];
  return isFields(marker) ? marker : undefined;
}

/** The fields with these names that are neither missing nor null. */
export function pickFields(fields: Fields, names: readonly string[]): Fields {
  const given = names.filter((name) => fields[name] != null);
  return Object.fromEntries(given.map((name) => [name, fields[name]]));
}
