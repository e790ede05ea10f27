/** The bearer token of a caller, kept in the memory of this page only. */
export interface Credential {
  readonly getToken: () => Promise<string>;
  /** After a 401: the token is no longer valid. */
  readonly forget: () => void;
}
