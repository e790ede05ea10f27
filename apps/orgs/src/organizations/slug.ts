const slugCharactersMax = 40;
const suffixCharacters = 6;
const fallback = 'org';

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** `Acme, Inc.` becomes `acme-inc`; the end of its id makes it unique. */
export function makeSlug(name: string, ulid: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const stem = words.join('-').slice(0, slugCharactersMax).replace(/-$/, '');
  return `${stem === '' ? fallback : stem}-${ulid.slice(-suffixCharacters).toLowerCase()}`;
}
