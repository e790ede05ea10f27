export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long without a stored hash as with one: the time must not tell who has an account. */
  verify(password: string, storedHash: string | undefined): Promise<boolean>;
}
