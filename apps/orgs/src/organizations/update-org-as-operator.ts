import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tollgate/errors';
import type { PolicySignal } from '../policy/ports';
import type { Clock, OrgDatabase } from '../shared/ports';
import type { Actor } from '../shared/requester';
import type { DoTodo } from '../todos/do-todo';
import { type Organization, describeOrg } from './organization';

export type OrgTerms = Partial<
  Pick<Organization, 'plan' | 'seats' | 'billingMode' | 'creditLineNanos' | 'hasLocalCurrency'>
>;

export interface OperatorChange {
  readonly terms: OrgTerms;
  readonly isSuspended?: boolean;
  readonly isDeleted?: boolean;
}

export interface UpdateOrgAsOperatorInput {
  readonly actor: Actor;
  readonly orgId: string;
  readonly change: OperatorChange;
}

export type UpdateOrgAsOperator = (input: UpdateOrgAsOperatorInput) => Promise<Organization>;

/** Records nothing when nothing changes. New terms are sent to billing until it has them. */
export function updateOrgAsOperatorUseCase(ports: {
  readonly database: OrgDatabase;
  readonly signal: PolicySignal;
  readonly doTodo: DoTodo;
  readonly clock: Clock;
}): UpdateOrgAsOperator {
  const { clock, database, doTodo, signal } = ports;
  return async ({ actor, change, orgId }) => {
    const now = clock.now();
    const { after, todo } = await database.withTransaction(async (stores) => {
      const before = await stores.organizations.lock(orgId);
      if (!before) throw new AppError('not_found', { message: 'No such organization' });
      if (before.purgedAt !== null && change.isDeleted === false) {
        throw new AppError('conflict', {
          message: 'This organization was purged 30 days after its deletion: it cannot be restored',
        });
      }
      const after = applyChange(before, change, now);
      assertTerms(after);
      if (isDeepStrictEqual(before, after)) return { after, todo: undefined };
      await stores.organizations.update(after);
      await stores.audit.record({
        action: 'admin.org.update',
        actor,
        orgId,
        target: { type: 'org', id: orgId },
        before: describeOrg(before),
        after: describeOrg(after),
      });
      const wish = { kind: 'set-terms', orgId, teamId: '', memberId: '' } as const;
      const todo = isSameTerms(before, after) ? undefined : await stores.todos.add(wish, now);
      await stores.policies.touch(orgId);
      return { after, todo };
    });
    await signal.changed(orgId);
    if (todo !== undefined) await doTodo(todo, actor.requestId);
    return after;
  };
}

/** A monthly bill needs a bound. Raises: missing_required_field. */
export function assertTerms(org: Pick<Organization, 'billingMode' | 'creditLineNanos'>): void {
  if (org.billingMode !== 'monthly' || org.creditLineNanos !== null) return;
  throw new AppError('missing_required_field', {
    message: 'creditLineUsd is required for monthly billing',
    param: 'creditLineUsd',
  });
}

function applyChange(org: Organization, change: OperatorChange, now: Date): Organization {
  const mark = (since: Date | null, wanted: boolean | undefined): Date | null => {
    if (wanted === undefined) return since;
    return wanted ? (since ?? now) : null;
  };
  return {
    ...org,
    ...change.terms,
    suspendedAt: mark(org.suspendedAt, change.isSuspended),
    deletedAt: mark(org.deletedAt, change.isDeleted),
  };
}

function isSameTerms(before: Organization, after: Organization): boolean {
  return (
    before.billingMode === after.billingMode && before.creditLineNanos === after.creditLineNanos
  );
}
