import type { OperatorPrices } from '@tollgate/pricing';
import type { ModelDocument, ModelKind } from '../catalog';

/** Something of an entry that is not taken over, and why. */
export interface SkippedField {
  readonly field: string;
  readonly reason: string;
}

/** A model of a public list, in the terms of the catalog. */
export interface ListedEntry {
  /** As the list names it. */
  readonly name: string;
  /** Its id if it is added; also looked up under its equivalent spellings. */
  readonly id: string;
  readonly kind: ModelKind | undefined;
  readonly title: string;
  readonly contextLength: number | undefined;
  readonly maxCompletionTokens: number | undefined;
  readonly inputModalities: readonly string[] | undefined;
  readonly outputModalities: readonly string[] | undefined;
  readonly prices: OperatorPrices;
  /** Undefined: the list does not say. */
  readonly tiers: ModelDocument['tiers'];
  readonly deprecationDate: string | undefined;
  readonly skipped: readonly SkippedField[];
}

/** An entry that is not read at all. */
export interface SkippedEntry {
  readonly name: string;
  readonly reason: string;
}

export interface PriceList {
  readonly entries: readonly ListedEntry[];
  readonly skipped: readonly SkippedEntry[];
}

const dayForm = /^\d{4}-\d{2}-\d{2}/;

export function readDay(value: unknown): string | undefined {
  const day = typeof value === 'string' ? dayForm.exec(value)?.[0] : undefined;
  return day === undefined || Number.isNaN(Date.parse(day)) ? undefined : day;
}

export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** In the characters that ids of the catalog have. */
export function makeListedId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9._:@~/-]+/g, '-')
    .split('/')
    .map((part) => part.replace(/^[^a-z0-9~]+/, ''))
    .filter((part) => part !== '')
    .join('/');
}
