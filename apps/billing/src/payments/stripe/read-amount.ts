/** -1 for what is not an amount: it equals no quote and takes nothing back. */
export function readAmount(amount: unknown): bigint {
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? BigInt(amount) : -1n;
}
