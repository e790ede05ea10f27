/** A report of a provider cannot be read, or not be compared; the message says why. */
export class BillError extends Error {
  override readonly name = 'BillError';
}
