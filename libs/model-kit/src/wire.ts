import { isFields } from './fields';

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
