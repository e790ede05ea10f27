import { isJsonCredentials } from './read-fields';

/** Shorter values are names and regions. */
const secretCharactersMin = 16;

/** The parts of a provider key that no text may show: the key itself, or the fields in it. */
export function listSecrets(apiKey: string): readonly string[] {
  if (!isJsonCredentials(apiKey)) return [apiKey];
  try {
    const values = Object.values(JSON.parse(apiKey) as object) as unknown[];
    const texts = values.filter((value) => typeof value === 'string');
    return [apiKey, ...texts.filter((text) => text.length >= secretCharactersMin)];
  } catch {
    // Not JSON after all: it is one secret.
    return [apiKey];
  }
}

/** The field that identifies credentials in lists; it is masked like a key. */
const identities = ['accessKeyId', 'clientId', 'client_email'];

/** What stands for a provider key in its mask. */
export function nameCredentials(apiKey: string): string {
  if (!isJsonCredentials(apiKey)) return apiKey;
  try {
    const fields = JSON.parse(apiKey) as Readonly<Record<string, unknown>>;
    const found = identities.map((name) => fields[name]).find((value) => value !== undefined);
    return typeof found === 'string' ? found : '';
  } catch {
    return '';
  }
}
