import type { ImportModelsResponse } from '../../api/generated/types.gen';
import type { ModelDocument } from './model-document';
import { readJson, refuseField } from './form-values';
import { t } from '../../i18n/language';

export type ImportChange = NonNullable<ImportModelsResponse['changes']>[number];

export interface PriceChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** An array of models, or an object that has them as `models`, as `GET /api/admin/models` has `items`. */
export function readImport(text: string): ModelDocument[] {
  const value = readJson('models', text);
  const list = Array.isArray(value) ? (value as unknown[]) : readMember(value);
  if (list === undefined || list.length === 0) {
    throw refuseField('models', t('This must be a JSON array of models.'));
  }
  return list as ModelDocument[];
}

function readMember(value: unknown): unknown[] | undefined {
  if (typeof value !== 'object' || value === null || !('models' in value)) return undefined;
  return Array.isArray(value.models) ? (value.models as unknown[]) : undefined;
}

/** The prices that differ, old and new; tiers and sizes as JSON. */
export function listPriceChanges({ after, before }: ImportChange): readonly PriceChange[] {
  const old = listPrices(before);
  const wanted = listPrices(after);
  const names = [...new Set([...old.keys(), ...wanted.keys()])];
  return names
    .map((name) => ({ name, before: old.get(name) ?? '–', after: wanted.get(name) ?? '–' }))
    .filter((change) => change.before !== change.after);
}

/** Prices by name; tiers, sizes and other groups as JSON. */
export function listPrices(
  prices:
    | (Pick<NonNullable<ImportChange['before']>, 'sizes' | 'tiers'> & {
        readonly prices: object | null;
      })
    | null,
): Map<string, string> {
  if (prices === null) return new Map();
  const parts: [string, unknown][] = [
    ...Object.entries(prices.prices ?? {}),
    ['tiers', prices.tiers],
    ['sizes', prices.sizes],
  ];
  return new Map(
    parts.flatMap(([name, price]): [string, string][] => {
      if (price == null) return [];
      return [[name, typeof price === 'string' ? price : JSON.stringify(price)]];
    }),
  );
}
