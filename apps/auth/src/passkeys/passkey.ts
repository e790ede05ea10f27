import { AppError } from '@tollgate/errors';

export interface Passkey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** As the authenticator chose it, base64url. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** Uses as the authenticator counts them; 0 for one that does not count. */
  readonly counter: number;
  /** How a browser reaches the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  /** Whether the authenticator may copy it to other devices of its owner. */
  readonly isSynced: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export const passkeysPerUserMax = 10;

/** The same for every fault: the answer must not reveal which passkeys exist. */
export function makePasskeyError(cause?: unknown): AppError {
  const message = 'This passkey was not accepted. Try again, or sign in another way.';
  return new AppError('unauthenticated', { message, cause });
}
