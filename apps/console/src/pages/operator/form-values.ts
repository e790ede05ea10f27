import { ApiError } from '../../api/api-error';
import { t } from '../../i18n/language';

/** An error at a field that the page itself finds; forms show it like one of the server. */
export function refuseField(param: string, message: string): ApiError {
  return new ApiError(400, { error: { message, param } });
}

export function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Empty means "no value". */
export function readNumberOrNull(text: string): number | null {
  return text === '' ? null : Number(text);
}

/** The JSON object of a field; empty is an empty object. */
export function readJsonObject(param: string, text: string): Record<string, unknown> {
  if (text === '') return {};
  const value = readJson(param, text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw refuseField(param, t('This must be a JSON object.'));
}

export function readJson(param: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw refuseField(param, t('This is not valid JSON: {reason}', { reason }));
  }
}
