import type { DirectoryServiceServer, UserCard } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { unaryHandler } from '@tollgate/rpc';
import type { DisableOrgKeys, FilterOrgKeys, PurgeOrgKeys } from '../keys/disable-org-keys';
import type { FindUsers } from './find-users';
import type { User } from './user';

export interface DirectoryServiceOptions {
  readonly findUsers: FindUsers;
  readonly filterOrgKeys: FilterOrgKeys;
  readonly disableOrgKeys: DisableOrgKeys;
  readonly purgeOrgKeys: PurgeOrgKeys;
}

/** For the orgs service: looks up users and disables keys of former members. */
export function createDirectoryService(options: DirectoryServiceOptions): DirectoryServiceServer {
  return {
    findUser: unaryHandler(async ({ email }) => ({
      user: encodeUser(await options.findUsers.byEmail(email)),
    })),
    listUsers: unaryHandler(async ({ userIds }) => ({
      users: (await options.findUsers.byIds(userIds)).map(encodeUser),
    })),
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

function encodeUser({ email, id: userId, isEmailVerified, name }: User): UserCard {
  return { userId, email, name: name ?? '', isEmailVerified };
}
