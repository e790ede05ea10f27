/** Credentials that cannot be used. The message names fields and never contains their values. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
}
