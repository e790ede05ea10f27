import type { WakeableJob } from '../invitations/ports';
import { keepInvitation, makeInvitation } from '../invitations/store-invitation';
import type { Directory } from '../members/ports';
import type { Clock } from '../shared/ports';
import type { Actor } from '../shared/requester';
import type { DoTodo } from '../todos/do-todo';
import type { Todo } from '../todos/ports';
import type { CreateOrg, CreateOrgInput } from './create-org';
import type { Organization } from './organization';
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

export interface OrgOfOperator {
  readonly org: Organization;
  /** The owner's address is not the verified address of an account, so it was invited. */
  readonly isOwnerInvited: boolean;
}

export type CreateOrgAsOperator = (input: CreateOrgAsOperatorInput) => Promise<OrgOfOperator>;

type AlsoDo = NonNullable<CreateOrgInput['also']>;

/** The organization waits without members for an owner whose address is not verified. */
export function createOrgAsOperatorUseCase(ports: {
  readonly createOrg: CreateOrg;
  readonly directory: Directory;
  readonly doTodo: DoTodo;
  readonly mails: WakeableJob;
  readonly clock: Clock;
}): CreateOrgAsOperator {
  const { clock } = ports;
  return async ({ ownerEmail, terms, ...input }) => {
    const { requestId } = input.actor;
    assertTerms({ billingMode: 'prepaid', creditLineNanos: null, ...terms });
    const found = await ports.directory.findUser(ownerEmail, requestId);
    const ownerId = found?.isEmailVerified === true ? found.id : null;
    let todo: Todo | undefined;
    const org = await ports.createOrg({
      ...input,
      action: 'admin.org.create',
      ownerId,
      terms,
      also: async (stores, made) => {
        if (ownerId === null) await inviteOwner(stores, made, { ...input, ownerEmail });
        if (made.billingMode !== 'monthly') return;
        const wish = { kind: 'set-terms', orgId: made.id, teamId: '', memberId: '' } as const;
        todo = await stores.todos.add(wish, clock.now());
      },
    });
    if (ownerId === null) ports.mails.wake();
    if (todo !== undefined) await ports.doTodo(todo, requestId);
    return { org, isOwnerInvited: ownerId === null };
  };
}

async function inviteOwner(
  stores: Parameters<AlsoDo>[0],
  { createdAt: now, id: orgId }: Organization,
  input: Pick<CreateOrgAsOperatorInput, 'actor' | 'ownerEmail' | 'ulid'>,
): Promise<void> {
  const { actor, ownerEmail: email, ulid } = input;
  const place = {
    role: 'org_admin',
    isOwner: true,
    teamId: null,
    monthlyBudgetNanos: null,
  } as const;
  const invitation = makeInvitation({ ulid, orgId, email, place, invitedBy: actor.userId, now });
  await keepInvitation(
    {
      invitations: stores.invitations,
      now,
      record: (entry) => stores.audit.record({ ...entry, actor, orgId }),
    },
    invitation,
  );
}
