import { nanosToUsdNumber, type Nanos } from '@tollgate/money';

export function toUsd(nanos: Nanos): number;

export function toUsd(nanos: Nanos | null): number | null;

export function toUsd(nanos: Nanos | null): number | null {
  return nanos === null ? null : nanosToUsdNumber(nanos);
}
