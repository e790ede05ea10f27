import type { Clock, OrgDatabase } from '../shared/ports';
import type { DoTodo } from './do-todo';

export type DoTodos = () => Promise<number>;

const parallelMax = 10;
const roundsMax = 10;
const requestId = '';

/** Repeats due todos; returns how many succeeded. */
export function doTodosUseCase(ports: {
  readonly database: OrgDatabase;
  readonly doTodo: DoTodo;
  readonly clock: Clock;
}): DoTodos {
  const { clock, database, doTodo } = ports;
  return async () => {
    let done = 0;
    for (let round = 0; round < roundsMax; round++) {
      const todos = await database.todos.claimDue(clock.now(), parallelMax);
      const outcomes = await Promise.all(todos.map((todo) => doTodo(todo, requestId)));
      done += outcomes.filter(Boolean).length;
      if (todos.length < parallelMax) break;
    }
    return done;
  };
}
