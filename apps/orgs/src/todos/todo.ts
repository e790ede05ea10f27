/** What another service has to be told: keys that end, or terms that changed. */
export interface Wish {
  readonly kind: 'disable-keys' | 'set-terms' | 'purge-keys';
  readonly orgId: string;
  /** Empty: of the whole organization. */
  readonly teamId: string;
  readonly memberId: string;
}

export interface Todo extends Wish {
  readonly id: string;
  readonly version: number;
  /** How often it was begun, this time included. */
  readonly tries: number;
}
