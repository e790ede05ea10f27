import { createCountingPart, type Part } from '@tollgate/lifecycle';
import type { ModulePorts } from '../shared/module-ports';
import { type DoTodo, doTodosUseCase, doTodoUseCase } from './do-todo';

/** Calls to other services that a change has to be followed by, retried until they succeed. */
export function createTodosModule(
  ports: Pick<ModulePorts, 'billing' | 'clock' | 'database' | 'directory' | 'logger'>,
): { readonly doTodo: DoTodo; readonly parts: readonly Part[] } {
  const { logger } = ports;
  const doTodo = doTodoUseCase(ports);
  const job = createCountingPart({
    name: 'do todos',
    intervalMs: 2_000,
    run: doTodosUseCase({ ...ports, doTodo }),
    message: 'todos done',
    unit: 'done',
    logger,
  });
  return { doTodo, parts: [job] };
}
