import type {
  DirectoryServiceServer,
  FoundKey,
  KeyScope as SentKeyScope,
  UserCard,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { printable } from '@tollgate/http';
import { unaryHandler } from '@tollgate/rpc';
import type { ApiKey } from '../keys/api-key';
import type { DisableOrgKeys, FilterOrgKeys, PurgeOrgKeys } from '../keys/disable-org-keys';
import type { KeyScope } from '../keys/ports';
import type { FindUsers } from './find-users';
import type { FindDirectoryMatches } from './find-directory-matches';
import type { User } from './user';

export interface DirectoryServiceOptions {
  readonly findUsers: FindUsers;
  readonly findDirectoryMatches: FindDirectoryMatches;
  readonly filterOrgKeys: FilterOrgKeys;
  readonly disableOrgKeys: DisableOrgKeys;
  readonly purgeOrgKeys: PurgeOrgKeys;
}

const textLengthMax = 200;

/** For the orgs service: looks up users and keys, and disables keys of former members. */
export function createDirectoryService(options: DirectoryServiceOptions): DirectoryServiceServer {
  return {
    findUser: unaryHandler(async ({ email }) => ({
      user: encodeUser(await options.findUsers.byEmail(email)),
    })),
    listUsers: unaryHandler(async ({ userIds }) => ({
      users: (await options.findUsers.byIds(userIds)).map(encodeUser),
    })),
    search: unaryHandler(async ({ keyScopes, text, userId }) => {
      checkSearchText(text);
      const orgKeys = keyScopes.map(decodeKeyScope);
      const found = await options.findDirectoryMatches({ userId, text, orgKeys });
      const { isOperator, keys, users } = found;
      return { keys: keys.map(encodeKey), users: users.map(encodeUser), isOperator };
    }),
    filterOrgKeys: unaryHandler(async ({ keyIds, orgId }) => ({
      keyIds: [...(await options.filterOrgKeys(checkOrg(orgId), keyIds))],
    })),
    purgeOrgKeys: unaryHandler(async ({ orgId }) => ({
      isDone: await options.purgeOrgKeys(checkOrg(orgId)),
    })),
    disableOrgKeys: unaryHandler(async ({ memberId, orgId, requestId, teamId }) => ({
      disabled: await options.disableOrgKeys({
        orgId: checkOrg(orgId),
        ...(memberId !== '' && { memberId }),
        ...(teamId !== '' && { teamId }),
        requestId,
      }),
    })),
  };
}

function checkOrg(orgId: string): string {
  if (orgId === '') throw new AppError('bad_request', { message: 'org_id is missing' });
  return orgId;
}

function checkSearchText(text: string): void {
  if (text !== '' && text.length <= textLengthMax && printable.test(text)) return;
  const message = `text must have 1 to ${textLengthMax} characters and no control characters`;
  throw new AppError('bad_request', { message });
}

function decodeKeyScope({ orgId, team }: SentKeyScope): KeyScope {
  const owner = { orgId: checkOrg(orgId) };
  if (team === undefined) return { owner };
  return { owner, reach: { teamId: team.teamId, memberIds: new Set(team.memberIds) } };
}

function encodeKey({ id: keyId, label: name, org, prefix, suffix }: ApiKey): FoundKey {
  return { keyId, name, prefix, suffix, orgId: org?.orgId ?? '' };
}

function encodeUser({ email, id: userId, isEmailVerified, name }: User): UserCard {
  return { userId, email, name: name ?? '', isEmailVerified };
}
