import { AppError } from '@tollgate/errors';
import { parseGenerationId } from '@tollgate/ids';
import type { Logger } from '@tollgate/observability';
import type { Membership } from '@tollgate/org-access';
import type { OrgDatabase } from '../shared/ports';
import { findMembersUseCase } from './find-members';
import { listVisibleCalls } from './list-visible-calls';
import { listVisibleKeys } from './list-visible-keys';
import {
  makeCallResult,
  makeKeyResult,
  makeModelResult,
  makeOrgResult,
  makeOwnOrgResult,
  makeUserResult,
} from './make-result';
import type { AccountMatches, SearchSources } from './ports';
import { resultsPerKindMax, type SearchedService, type SearchResult } from './search-result';

export interface Found {
  readonly results: readonly SearchResult[];
  /** Services that did not answer in time. */
  readonly unavailable: readonly SearchedService[];
}

export type FindResults = (wanted: {
  readonly userId: string;
  readonly text: string;
  readonly requestId: string;
}) => Promise<Found>;

const noAccounts: AccountMatches = { keys: [], users: [], isOperator: false };

/** Asks the services in parallel. Without one of them, the results of the others are returned. */
export function findResultsUseCase(ports: {
  readonly database: Pick<OrgDatabase, 'members' | 'organizations'>;
  readonly sources: SearchSources;
  readonly logger: Logger;
}): FindResults {
  const { database, logger, sources } = ports;
  const findMembers = findMembersUseCase({ members: database.members, sources });
  return async ({ requestId, text, userId }) => {
    const unavailable = new Set<SearchedService>();
    const ask = <T>(service: SearchedService, absent: T, answer: Promise<T>): Promise<T> =>
      answer.catch((error: unknown) => {
        const { reason } = AppError.from(error);
        logger.warn('searched without a service', { service, reason, requestId });
        unavailable.add(service);
        return absent;
      });
    const memberships = await database.members.listMemberships(userId);
    const orgKeys = await listVisibleKeys(memberships, database.members);
    const [accounts, members, models, call] = await Promise.all([
      ask('auth', noAccounts, sources.searchAccounts({ userId, text, orgKeys }, requestId)),
      ask('auth', [], findMembers(memberships, text, requestId)),
      ask('relay', [], sources.searchModels(text, resultsPerKindMax, requestId)),
      parseGenerationId(text) === undefined
        ? undefined
        : ask(
            'billing',
            undefined,
            sources.findCall(text, listVisibleCalls(userId, memberships), requestId),
          ),
    ]);
    const own = findOwnOrgs(memberships, text);
    const others = accounts.isOperator ? await findAnyOrgs(database, text) : [];
    const results = [
      ...(call === undefined ? [] : [makeCallResult(call, memberships)]),
      ...accounts.keys.map((key) => makeKeyResult(key, memberships)),
      ...mergeOrgs(own, others),
      ...members,
      ...models.map(makeModelResult),
      ...accounts.users.map(makeUserResult),
    ];
    return { results, unavailable: [...unavailable] };
  };
}

function findOwnOrgs(memberships: readonly Membership[], text: string): readonly SearchResult[] {
  const wanted = text.toLowerCase();
  return memberships
    .filter(({ orgId, orgName }) => orgId === text || orgName.toLowerCase().includes(wanted))
    .map(makeOwnOrgResult);
}

async function findAnyOrgs(
  { organizations }: Pick<OrgDatabase, 'organizations'>,
  search: string,
): Promise<readonly SearchResult[]> {
  const page = { search, sort: 'createdAt', order: 'desc', limit: resultsPerKindMax } as const;
  return (await organizations.list(page)).map(({ item }) => makeOrgResult(item));
}

function mergeOrgs(
  own: readonly SearchResult[],
  others: readonly SearchResult[],
): readonly SearchResult[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...others.filter(({ id }) => !ids.has(id))].slice(0, resultsPerKindMax);
}
