import { AppError } from '@tollgate/errors';
import type { Organization } from '../domain/organization';
import type { Todo } from '../domain/todo';
import type { CreateOrg } from './create-org';
import type { DoTodo } from './do-todo';
import type { Directory } from './outside-ports';
import type { Actor, Clock } from './ports';
import { assertTerms, type OrgTerms } from './update-org-as-operator';

export interface CreateOrgAsOperatorInput {
  readonly actor: Actor;
  readonly ulid: string;
  readonly name: string;
  readonly slug: string | undefined;
  /** Whose account becomes its owner. */
  readonly ownerEmail: string;
  readonly terms: OrgTerms;
}

export type CreateOrgAsOperator = (input: CreateOrgAsOperatorInput) => Promise<Organization>;

/** `not_found` when nobody has the owner's address. */
export function createCreateOrgAsOperator(ports: {
  readonly createOrg: CreateOrg;
  readonly directory: Directory;
  readonly doTodo: DoTodo;
  readonly clock: Clock;
}): CreateOrgAsOperator {
  return async ({ ownerEmail, terms, ...input }) => {
    const { requestId } = input.actor;
    assertTerms({ billingMode: 'prepaid', creditLineNanos: null, ...terms });
    const owner = await ports.directory.findUser(ownerEmail, requestId);
    if (!owner) {
      throw new AppError('not_found', { message: 'Nobody has an account for ownerEmail' });
    }
    let todo: Todo | undefined;
    const { org } = await ports.createOrg({
      ...input,
      action: 'admin.org.create',
      ownerId: owner.id,
      terms,
      also: async ({ todos }, { billingMode, id: orgId }) => {
        if (billingMode !== 'monthly') return;
        const wish = { kind: 'set-terms', orgId, teamId: '', memberId: '' } as const;
        todo = await todos.add(wish, ports.clock.now());
      },
    });
    if (todo !== undefined) await ports.doTodo(todo, requestId);
    return org;
  };
}
