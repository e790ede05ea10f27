/** A fault with a remedy in its message; no stack is needed. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
