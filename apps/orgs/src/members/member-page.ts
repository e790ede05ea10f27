import { type CursorRules, pickSorted, type Positioned, type SortedPage } from '@tollgate/http';
import { isId } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import type { Member } from './member';

/** Orders by what the member itself has. */
const ownSorts = ['joinedAt', 'role'] as const;
export const memberSorts = [...ownSorts, 'name', 'email', 'spend'] as const;
export type MemberSort = (typeof memberSorts)[number];
type OwnSort = (typeof ownSorts)[number];

export const memberCursors: CursorRules<MemberSort> = {
  isId: (id) => isId('member', id),
  values: { joinedAt: 'time', role: 'text', name: 'text', email: 'text', spend: 'count' },
};

export type MemberPage = SortedPage<MemberSort>;

/** A member with what other services know. */
export interface Seen {
  readonly member: Member;
  readonly user: { readonly email: string | null; readonly name: string | null };
  readonly monthNanos: Nanos | null;
}

const readValue: Readonly<Record<MemberSort, (seen: Seen) => string>> = {
  joinedAt: ({ member }) => member.joinedAt.toISOString(),
  role: ({ member }) => member.role,
  name: ({ user }) => user.name?.toLowerCase() ?? '',
  email: ({ user }) => user.email ?? '',
  spend: ({ monthNanos }) => formatSpend(monthNanos ?? 0n),
};

/** With leading zeros, so that texts are in the order of the amounts. */
function formatSpend(nanos: Nanos): string {
  return String(nanos < 0n ? 0n : nanos).padStart('9223372036854775807'.length, '0');
}

/** Whether a page can be chosen before the other services are asked. */
export function isOwnPage(page: MemberPage): page is SortedPage<OwnSort> {
  return page.search === undefined && ownSorts.some((sort) => sort === page.sort);
}

export function pickOwnPage(
  members: readonly Member[],
  page: SortedPage<OwnSort>,
): readonly Positioned<Member>[] {
  const unseen = { user: { email: null, name: null }, monthNanos: null };
  const seen = members.map((member) => ({ member, ...unseen }));
  return pickPage(seen, page).map(({ item, position }) => ({ item: item.member, position }));
}

/** An organization has at most 1,000 members: the order is made from all of them. */
export function pickPage<T extends Seen>(
  members: readonly T[],
  page: MemberPage,
): readonly Positioned<T>[] {
  const ranked = members
    .filter(({ user }) => isFound(user, page.search?.toLowerCase()))
    .map((seen) => ({ id: seen.member.id, value: readValue[page.sort](seen), seen }));
  return pickSorted(ranked, page, String).map(({ item, position }) => ({
    item: item.seen,
    position,
  }));
}

function isFound({ email, name }: Seen['user'], text: string | undefined): boolean {
  if (text === undefined) return true;
  return [email, name].some((shown) => shown?.toLowerCase().includes(text));
}
