/** Where a user is reached. */
export interface Contact {
  readonly email: string;
  /** Empty when the user gave none. */
  readonly name: string;
}

/** Contacts of users, from the auth service. */
export interface Contacts {
  /** Throws `not_found` without such a user, `overloaded` when auth does not answer. */
  getContact(userId: string, requestId: string): Promise<Contact>;
}
