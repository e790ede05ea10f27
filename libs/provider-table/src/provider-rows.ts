import { z } from 'zod';
import { providerRowSchema, type ProviderRow } from './provider-row';
import rows from './providers.json';

/** Every provider that works by one variable. */
export const providerRows: readonly ProviderRow[] = z.array(providerRowSchema).parse(rows);

const bySlug = new Map<string, ProviderRow>();
for (const row of providerRows) if (!bySlug.has(row.slug)) bySlug.set(row.slug, row);

/** The main row of a provider by its name in the catalog. */
export function findProviderRow(slug: string): ProviderRow | undefined {
  return bySlug.get(slug);
}

/** The variable with the address of a provider. */
export function nameAddress(variable: string): string {
  return variable.replace(/_API_KEY$/, '_BASE_URL');
}
