import type { Part } from '@tollgate/lifecycle';
import type { ModulePorts } from '../shared/module-ports';
import { doTodoUseCase, type DoTodo } from './do-todo';
import { doTodosUseCase } from './do-todos';
import { createDoTodosJob } from './do-todos.job';

/** Calls to other services that a change has to be followed by, retried until they succeed. */
export function createTodosModule(
  ports: Pick<ModulePorts, 'billing' | 'clock' | 'database' | 'directory' | 'logger'>,
): { readonly doTodo: DoTodo; readonly parts: readonly Part[] } {
  const { logger } = ports;
  const doTodo = doTodoUseCase(ports);
  const doTodos = doTodosUseCase({ ...ports, doTodo });
  return { doTodo, parts: [createDoTodosJob({ doTodos, logger })] };
}
