import { editJson } from '@tollgate/model-kit';
import type { RawRequest } from './endpoint';

/** A request without `model` uses the first of `models`. */
export function adoptModel<Raw extends Pick<RawRequest, 'body' | 'bodyText'>>(raw: Raw): Raw {
  const { body, bodyText } = raw;
  const { model: given, models } = body;
  const first: unknown = Array.isArray(models) ? models[0] : undefined;
  if (given != null || typeof first !== 'string') return raw;
  const edits = new Map([['model', JSON.stringify(first)]]);
  return { ...raw, body: { ...body, model: first }, bodyText: editJson(bodyText, edits) };
}
