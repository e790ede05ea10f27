export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes equally long without a stored hash: the time must not reveal who has an account. */
  verify(password: string, storedHash: string | undefined): Promise<boolean>;
}
