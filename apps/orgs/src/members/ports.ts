import type { Membership, MembershipSource } from '@tollgate/org-access';
import type { Member } from './member';

/** Whose membership in which organization it is. */
export interface NamedMember {
  readonly id: string;
  readonly userId: string;
  readonly org: { readonly id: string; readonly name: string };
}

export interface MemberStore extends MembershipSource {
  insert(member: Member): Promise<void>;
  update(member: Member): Promise<void>;
  /** Only a present member. */
  findMember(orgId: string, memberId: string): Promise<Member | undefined>;
  findByUser(orgId: string, userId: string): Promise<Member | undefined>;
  /** What the member is, for other services. */
  findMembership(orgId: string, memberId: string): Promise<Membership | undefined>;
  /** Organizations of a user, oldest membership first. */
  listMemberships(userId: string): Promise<readonly Membership[]>;
  /** Ids of the organizations a user is in, deleted ones too, in order. */
  listOrgIds(userId: string): Promise<readonly string[]>;
  /** Oldest first; those of one team when it is named. */
  list(orgId: string, teamId?: string): Promise<readonly Member[]>;
  /** The former members among these. */
  listLeft(orgId: string, memberIds: readonly string[]): Promise<readonly Member[]>;
  /** Of any organization, former members too; ids that are unknown are left out. */
  listNames(memberIds: readonly string[]): Promise<readonly NamedMember[]>;
  count(orgId: string): Promise<number>;
  countByTeam(orgId: string): Promise<ReadonlyMap<string, number>>;
  countAdmins(orgId: string): Promise<number>;
  /** How many organizations a user is in; no others are joined until the transaction ends. */
  lockCountOfUser(userId: string): Promise<number>;
  markLeft(memberId: string, now: Date): Promise<void>;
  /** Former members too. */
  deleteAll(orgId: string): Promise<void>;
  /** Members of a team that goes stay without one. Ids of those. */
  leaveTeam(teamId: string): Promise<readonly string[]>;
}

/** A user as others see them; email and name are null for a deleted account. */
export interface UserCard {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
}

export interface FoundUser extends UserCard {
  /** False: the account proves nothing about the address. */
  readonly isEmailVerified: boolean;
}

/** Users and keys of the auth service. */
export interface Directory {
  /** Undefined: no account has the address. */
  findUser(email: string, requestId: string): Promise<FoundUser | undefined>;
  /** One entry per id, in the same order. */
  listUsers(userIds: readonly string[], requestId: string): Promise<readonly FoundUser[]>;
  disableKeys(
    of: { readonly orgId: string; readonly teamId: string; readonly memberId: string },
    requestId: string,
  ): Promise<void>;
  /** Deletes keys of a purged organization; whether none are left. */
  purgeKeys(orgId: string, requestId: string): Promise<boolean>;
}
