import { openAdminApi } from '../admin-api';
import { parseImportArguments } from './arguments';
import { formatPreview, type Preview } from './format-preview';
import { readSource } from './read-source';

interface Result {
  readonly added: number;
  readonly repriced: number;
  readonly dated: number;
}

/** Prints what a public price list would change, and with `--apply` changes it. */
export async function importCatalog(
  given: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const { addModels, effectiveAt, format, isApplied, providers, source } =
    parseImportArguments(given);
  const callAdmin = openAdminApi(process.env);
  const document = await readSource(source);
  const body = {
    format: format ?? (Array.isArray(document['data']) ? 'openrouter' : 'litellm'),
    document,
    ...(providers === undefined ? {} : { providers }),
    ...(effectiveAt === undefined ? {} : { effectiveAt }),
    addModels,
  };
  const preview = await callAdmin<Preview>('price-lists/preview', body);
  for (const line of formatPreview(preview)) say(line);
  if (!isApplied) {
    say('Nothing was changed; --apply takes the prices over.');
    return 0;
  }
  const { digest } = preview;
  const result = await callAdmin<Result>('price-lists/import', { ...body, digest });
  const when = effectiveAt === undefined ? 'now' : `from ${effectiveAt}`;
  say(
    `${result.repriced} models have new prices ${when}; ${result.added} added, ` +
      `${result.dated} with another last day.`,
  );
  return 0;
}
