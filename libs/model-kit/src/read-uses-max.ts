import { extraUsesDefault } from '@tollgate/model-spec';

/** How often a tool of the provider may run; what the caller does not limit has our own limit. */
export function readUsesMax(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : extraUsesDefault;
}
