import type { Todo, NewTodo } from './todo';

export interface TodoStore {
  /** An equal one that is pending gets a new version and is due again. */
  add(wish: NewTodo, now: Date): Promise<Todo>;
  claimDue(now: Date, rowsMax: number): Promise<readonly Todo[]>;
  /** Unless it was added again since. */
  remove(todo: Todo): Promise<void>;
}
