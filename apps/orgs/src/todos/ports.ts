import type { Todo, Wish } from './todo';

export interface TodoStore {
  /** A wish that is there already is wished again. */
  add(wish: Wish, now: Date): Promise<Todo>;
  claimDue(now: Date, rowsMax: number): Promise<readonly Todo[]>;
  /** Unless it was wished again since. */
  remove(todo: Todo): Promise<void>;
}
