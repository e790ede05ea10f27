/** Where a user is reached. */
export interface Contact {
  readonly email: string;
  /** Empty when the user gave none. */
  readonly name: string;
}

/** The users as auth knows them. */
export interface Contacts {
  /** Throws `not_found` when there is no such user, `overloaded` when auth cannot say. */
  getContact(userId: string, requestId: string): Promise<Contact>;
}
