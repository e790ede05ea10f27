import type { GetRefusalResponse } from '../../api/generated/types.gen';

export type Refusal = GetRefusalResponse;

/** Whether the same request would pass now, as far as figures can tell. */
export type Verdict = 'yes' | 'no' | 'unknown';

/** Ends of a key that cannot be undone. */
const finalCodes: readonly string[] = ['key_deleted', 'key_rotated'];

export function judgeNow(
  { code, figures, resetsAt }: Pick<Refusal, 'code' | 'figures' | 'resetsAt'>,
  { availableUsd, nowMs }: { readonly nowMs: number; readonly availableUsd: number | undefined },
): Verdict {
  if (finalCodes.includes(code)) return 'no';
  if (resetsAt !== null) return Date.parse(resetsAt) <= nowMs ? 'yes' : 'no';
  const required = figures?.unit === 'usd' ? figures.required : undefined;
  if (required === undefined || availableUsd === undefined) return 'unknown';
  return availableUsd >= required ? 'yes' : 'no';
}
