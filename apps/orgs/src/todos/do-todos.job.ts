import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { DoTodos } from './do-todos';

const intervalMs = 2_000;

/** Repeats calls to other services that failed. */
export function createDoTodosJob(options: {
  readonly doTodos: DoTodos;
  readonly logger: Logger;
}): Part {
  const { doTodos, logger } = options;
  const run = async (): Promise<void> => {
    const done = await doTodos();
    if (done > 0) logger.info('todos done', { done });
  };
  return createRepeatingPart({ name: 'do todos', intervalMs, run, logger });
}
