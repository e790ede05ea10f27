import { isId } from '@tollgate/ids';
import type { MemberStore } from '../members/ports';
import type { OrganizationStore } from '../organizations/ports';
import type { TeamStore } from '../teams/ports';
import type { SearchSources } from './ports';

/** The name of something that has limits, for operators. */
export interface OwnerName {
  readonly id: string;
  readonly kind: 'user' | 'organization' | 'team' | 'member';
  /** Of a user without a name, the mail address. */
  readonly name: string;
  /** Of a team and a member. */
  readonly org: { readonly id: string; readonly name: string } | null;
}

export type ListNames = (
  ids: readonly string[],
  requestId: string,
) => Promise<readonly OwnerName[]>;

interface NamePorts {
  readonly organizations: Pick<OrganizationStore, 'listNames'>;
  readonly teams: Pick<TeamStore, 'listNames'>;
  readonly members: Pick<MemberStore, 'listNames'>;
  readonly sources: Pick<SearchSources, 'listUsers'>;
}

/** Ids that are unknown, of a deleted user or of something else are left out. */
export function listNamesUseCase(ports: NamePorts): ListNames {
  const { members, organizations, sources, teams } = ports;
  return async (ids, requestId) => {
    const pick = (kind: Parameters<typeof isId>[0]): readonly string[] =>
      [...new Set(ids)].filter((id) => isId(kind, id));
    const [foundOrgs, foundTeams, foundMembers] = await Promise.all([
      readSome(pick('organization'), organizations.listNames),
      readSome(pick('team'), teams.listNames),
      readSome(pick('member'), members.listNames),
    ]);
    const userIds = pick('user');
    const persons = new Set([...userIds, ...foundMembers.map(({ userId }) => userId)]);
    const nameUser = await readUserNames(sources, [...persons], requestId);
    return [
      ...userIds.flatMap((id) => makeName({ id, kind: 'user', org: null }, nameUser(id))),
      ...foundOrgs.map(({ id, name }) => ({ id, kind: 'organization' as const, name, org: null })),
      ...foundTeams.map(({ id, name, org }) => ({ id, kind: 'team' as const, name, org })),
      ...foundMembers.flatMap(({ id, org, userId }) =>
        makeName({ id, kind: 'member', org }, nameUser(userId)),
      ),
    ];
  };
}

/** Asks nothing where there is nothing to ask for. */
async function readSome<Row>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return ids.length === 0 ? [] : read(ids);
}

async function readUserNames(
  sources: NamePorts['sources'],
  ids: readonly string[],
  requestId: string,
): Promise<(id: string) => string | null> {
  const users = await readSome(ids, (some) => sources.listUsers(some, requestId));
  const names = new Map(ids.map((id, index) => [id, users[index]?.name ?? users[index]?.email]));
  return (id) => names.get(id) ?? null;
}

function makeName(owner: Omit<OwnerName, 'name'>, name: string | null): readonly OwnerName[] {
  return name === null ? [] : [{ ...owner, name }];
}
