import { CredentialsError } from './credentials-error';

export type CredentialFields = Readonly<Record<string, unknown>>;

/** Whether a provider key has several fields; a plain key never begins with a brace. */
export function isJsonCredentials(apiKey: string): boolean {
  return apiKey.trimStart().startsWith('{');
}

/** Raises CredentialsError. The error of JSON.parse is dropped: it quotes the text. */
export function parseFields(apiKey: string): CredentialFields {
  let value: unknown;
  try {
    value = JSON.parse(apiKey);
  } catch {
    throw new CredentialsError('the credentials begin with { but are not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CredentialsError('the credentials must be a JSON object');
  }
  return value as CredentialFields;
}

export interface FieldRule {
  readonly pattern: RegExp;
  /** Completes "<name> must be …". */
  readonly about: string;
}

/** Raises CredentialsError. */
export function requireText(fields: CredentialFields, name: string, rule: FieldRule): string {
  const value = findText(fields, name, rule);
  if (value === undefined) throw new CredentialsError(`${name} is required: ${rule.about}`);
  return value;
}

/** Undefined when the field is missing or empty. Raises CredentialsError. */
export function findText(
  fields: CredentialFields,
  name: string,
  rule: FieldRule,
): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || !rule.pattern.test(value)) {
    throw new CredentialsError(`${name} must be ${rule.about}`);
  }
  return value;
}
