export interface TodoStore {
  /** An equal one that is pending gets a new version and is due again. */
  add(wish: NewTodo, now: Date): Promise<Todo>;
  claimDue(now: Date, rowsMax: number): Promise<readonly Todo[]>;
  /** Unless it was added again since. */
  remove(todo: Todo): Promise<void>;
}

/** A call to another service that follows a change: keys to disable, terms to set. */
export interface NewTodo {
  readonly kind: 'disable-keys' | 'set-terms' | 'purge-keys';
  readonly orgId: string;
  /** Empty: the whole organization. */
  readonly teamId: string;
  readonly memberId: string;
}

export interface Todo extends NewTodo {
  readonly id: string;
  readonly version: number;
  /** How often it was begun, this time included. */
  readonly tries: number;
}
