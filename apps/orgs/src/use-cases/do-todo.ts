import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import type { Todo } from '../domain/todo';
import type { Billing, Directory } from './outside-ports';
import type { OrgDatabase } from './ports';

/** Whether it was done; what was not is tried again by the job. Never throws. */
export type DoTodo = (todo: Todo, requestId: string) => Promise<boolean>;

export function createDoTodo(ports: {
  readonly database: OrgDatabase;
  readonly directory: Directory;
  readonly billing: Billing;
  readonly logger: Logger;
}): DoTodo {
  const { billing, database, directory, logger } = ports;

  async function tell(todo: Todo, requestId: string): Promise<void> {
    if (todo.kind === 'disable-keys') {
      await directory.disableKeys(todo, requestId);
      return;
    }
    // As they are now: terms that were replaced meanwhile must not be set after the newer ones.
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
      logger.warn('another service was not told', { kind, orgId, tries, reason });
      return false;
    }
  };
}
