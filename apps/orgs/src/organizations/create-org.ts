import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import type { Member } from '../members/member';
import type { PolicySignal } from '../policy/ports';
import type { AuditAction } from '../shared/audit';
import type { Clock, OrgDatabase, Stores } from '../shared/ports';
import type { Actor } from '../shared/requester';
import {
  orgsPerUserMax,
  planDefault,
  seatsDefault,
  type Organization,
  describeOrg,
} from './organization';
import { makeSlug } from './slug';

export interface CreateOrgInput {
  readonly actor: Actor;
  readonly action: Extract<AuditAction, 'org.create' | 'admin.org.create'>;
  /** Names the organization and its first member: a call that is run again makes no second one. */
  readonly ulid: string;
  readonly name: string;
  readonly slug: string | undefined;
  /** The owner; null: the owner is still to be invited. */
  readonly ownerId: string | null;
  readonly terms?: Partial<
    Pick<Organization, 'plan' | 'seats' | 'billingMode' | 'creditLineNanos' | 'hasLocalCurrency'>
  >;
  /** What else belongs to the same transaction. */
  readonly also?: (stores: Stores, org: Organization) => Promise<void>;
}

export type CreateOrg = (input: CreateOrgInput) => Promise<Organization>;

/** `conflict` when the slug is taken, or the owner is in as many organizations as one may be. */
export function createOrgUseCase(ports: {
  readonly database: OrgDatabase;
  readonly signal: PolicySignal;
  readonly clock: Clock;
}): CreateOrg {
  const { clock, database, signal } = ports;
  return async (input) => {
    const org = makeOrg(input, clock.now());
    const created = await database.withTransaction(async (stores) => {
      const made = await stores.organizations.find(org.id);
      if (made) return made;
      if (input.ownerId !== null) await assertMayJoin(stores, input.ownerId);
      if (!(await stores.organizations.insert(org))) {
        throw new AppError('conflict', { message: 'This slug is taken', param: 'slug' });
      }
      if (input.ownerId !== null) {
        await stores.members.insert(makeOwner(input.ownerId, input.ulid, org));
      }
      const { action, actor } = input;
      const target = { type: 'org', id: org.id } as const;
      await stores.audit.record({ action, actor, orgId: org.id, target, after: describeOrg(org) });
      await input.also?.(stores, org);
      await stores.policies.touch(org.id);
      return org;
    });
    await signal.changed(org.id);
    return created;
  };
}

/** `conflict` when the user is in as many organizations as one may be. */
export async function assertMayJoin({ members }: Stores, userId: string): Promise<void> {
  if ((await members.lockCountOfUser(userId)) < orgsPerUserMax) return;
  throw new AppError('conflict', {
    message: `A user can be in at most ${orgsPerUserMax} organizations`,
  });
}

function makeOrg({ name, slug, terms, ulid }: CreateOrgInput, now: Date): Organization {
  return {
    id: idPrefixes.organization + ulid,
    name,
    slug: slug ?? makeSlug(name, ulid),
    plan: planDefault,
    billingMode: 'prepaid',
    seats: seatsDefault,
    creditLineNanos: null,
    hasLocalCurrency: false,
    weeklyBudgetNanos: null,
    monthlyBudgetNanos: null,
    createdAt: now,
    suspendedAt: null,
    deletedAt: null,
    purgedAt: null,
    ...terms,
  };
}

function makeOwner(ownerId: string, ulid: string, org: Organization): Member {
  return {
    id: idPrefixes.member + ulid,
    orgId: org.id,
    userId: ownerId,
    role: 'org_admin',
    isOwner: true,
    teamId: null,
    monthlyBudgetNanos: null,
    joinedAt: org.createdAt,
  };
}
