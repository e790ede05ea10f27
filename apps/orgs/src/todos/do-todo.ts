import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import type { Directory } from '../members/ports';
import type { Billing } from '../organizations/ports';
import type { Clock, OrgDatabase } from '../shared/ports';
import type { Todo } from './ports';

/** Returns whether it succeeded; otherwise the job repeats it. Never throws. */
export type DoTodo = (todo: Todo, requestId: string) => Promise<boolean>;

const purgeRoundsMax = 20;

export function doTodoUseCase(ports: {
  readonly database: OrgDatabase;
  readonly directory: Directory;
  readonly billing: Billing;
  readonly logger: Logger;
}): DoTodo {
  const { billing, database, directory, logger } = ports;

  /** Keys left after so many rounds are deleted by the next try. */
  async function purgeKeys(orgId: string, requestId: string): Promise<void> {
    for (let round = 0; round < purgeRoundsMax; round++) {
      if (await directory.purgeKeys(orgId, requestId)) return;
    }
    throw new AppError('overloaded', { message: 'The keys are not all deleted yet' });
  }

  async function tell(todo: Todo, requestId: string): Promise<void> {
    if (todo.kind === 'disable-keys') {
      await directory.disableKeys(todo, requestId);
      return;
    }
    if (todo.kind === 'purge-keys') {
      await purgeKeys(todo.orgId, requestId);
      return;
    }
    // Read now: older terms must not overwrite newer ones.
    const org = await database.organizations.find(todo.orgId);
    if (org !== undefined) await billing.setTerms(org, requestId);
  }

  return async (todo, requestId) => {
    const { kind, orgId, tries } = todo;
    try {
      await tell(todo, requestId);
      await database.todos.remove(todo);
      return true;
    } catch (error) {
      const { reason } = AppError.from(error);
      logger.warn('todo failed', { kind, orgId, tries, reason });
      return false;
    }
  };
}

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
