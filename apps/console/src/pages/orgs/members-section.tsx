import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listMembers, removeMember } from '../../api/generated/sdk.gen';
import type { ListMembersData, Member } from '../../api/generated/types.gen';
import {
  makeListQuery,
  makeSorting,
  type ListQuery,
  type ListRules,
  type ListView,
} from '../../app/list-view';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { ConfirmDialog } from '../../ui/dialog';
import { FindField } from '../../ui/find-field';
import { Money } from '../../ui/money';
import { MoreButton } from '../../ui/more-button';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { makeMemberLimits } from './limit-desk';
import { LimitsDialog } from './limits-dialog';
import { MemberDialog } from './member-dialog';
import { nameRole } from './roles';

type Asked = Readonly<Record<'edit' | 'limit' | 'remove', (member: Member) => void>>;
type MemberSort = NonNullable<NonNullable<ListMembersData['query']>['sort']>;

const rules: ListRules<MemberSort> = {
  sorts: ['joinedAt', 'name', 'email', 'role', 'spend'],
  sort: 'name',
  order: 'asc',
};

export function MembersSection({
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly role: string;
}): ReactNode {
  const [edited, setEdited] = useState<Member | 'new'>();
  const [limited, setLimited] = useState<Member>();
  const [removed, setRemoved] = useState<Member>();
  const queries = useQueryClient();
  const renew = () => queries.invalidateQueries({ queryKey: ['org', orgId] });
  const add = <Button onClick={() => setEdited('new')}>{t('Add a member')}</Button>;
  const view: ListView = useSearch({ from: '/shell/orgs/$orgId/$section' });
  const query = makeListQuery(view, rules);
  const asked: Asked = { edit: setEdited, limit: setLimited, remove: setRemoved };
  return (
    <Card
      title={t('Members')}
      actions={
        <>
          <CurlLink path={`/v1/orgs/${orgId}/members`} query={{ ...query }} />
          {add}
        </>
      }
    >
      <MemberList {...{ orgId, view, query, add }} columns={columns(asked)} />
      {edited !== undefined && (
        <MemberDialog
          orgId={orgId}
          role={role}
          member={edited === 'new' ? undefined : edited}
          onSaved={renew}
          onClose={() => setEdited(undefined)}
        />
      )}
      {limited !== undefined && (
        <LimitsDialog
          desk={makeMemberLimits(orgId, limited.id)}
          name={nameMember(limited)}
          role={role}
          onClose={() => setLimited(undefined)}
        />
      )}
      {removed !== undefined && (
        <ConfirmDialog
          title={t('Remove {name}?', { name: nameMember(removed) })}
          action={t('Remove the member')}
          onConfirm={async () => {
            await read(removeMember({ path: { orgId, memberId: removed.id } }));
            await renew();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('The seat is free again. Keys made for this member stop working.')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function MemberList({
  add,
  columns,
  orgId,
  query,
  view,
}: {
  readonly orgId: string;
  readonly view: ListView;
  readonly query: ListQuery<MemberSort>;
  readonly columns: readonly Column<Member>[];
  /** The button that adds a member, for an empty list. */
  readonly add: ReactNode;
}): ReactNode {
  const navigate = useNavigate({ from: '/orgs/$orgId/$section' });
  const onView = (search: ListView): void => void navigate({ search, replace: true });
  const members = usePages(['org', orgId, 'members', 'list'], query, (page) =>
    read(listMembers({ path: { orgId }, query: page })),
  );
  const empty =
    query.search === undefined ? (
      <EmptyState title={t('No member yet')} action={add} />
    ) : (
      <EmptyState title={t('No member matches')} />
    );
  return (
    <>
      <FindField label={t('Find by name or address')} view={view} onView={onView} />
      <QueryView query={members}>
        {({ pages }) => (
          <Table
            caption={t('Members')}
            rows={pages.flatMap((page) => page.members)}
            rowKey={({ id }) => id}
            columns={columns}
            sorting={makeSorting(query, view, onView)}
            empty={empty}
          />
        )}
      </QueryView>
      <MoreButton query={members} />
    </>
  );
}

function nameMember({ id, user }: Member): string {
  return user.name ?? user.email ?? id;
}

function columns(asked: Asked): readonly Column<Member>[] {
  return [
    {
      key: 'user',
      title: t('Name'),
      sortBy: 'name',
      render: ({ isOwner, user }) => (
        <span className="grid justify-items-start gap-0.5 lg:min-w-40">
          <span className="font-medium">{user.name ?? user.email}</span>
          <span className="text-muted text-xs break-all">{user.email}</span>
          {isOwner && <Badge>{t('owner')}</Badge>}
        </span>
      ),
    },
    { key: 'role', title: t('Role'), sortBy: 'role', render: ({ role }) => nameRole(role) },
    { key: 'team', title: t('Team'), render: ({ team }) => team?.name ?? '–' },
    {
      key: 'spend',
      title: t('Spent this month (USD)'),
      sortBy: 'spend',
      isFigure: true,
      render: ({ spend }) => <Money usd={spend.month} />,
    },
    {
      key: 'budget',
      title: t('Budget of a month (USD)'),
      isFigure: true,
      render: ({ monthlyBudget }) =>
        monthlyBudget === null ? t('no limit') : <Money usd={monthlyBudget} />,
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (member) => (
        <span className="flex flex-wrap gap-1">
          <Button onClick={() => asked.limit(member)}>{t('Limits')}</Button>
          <Button onClick={() => asked.edit(member)}>{t('Change')}</Button>
          <Button look="danger" disabled={member.isOwner} onClick={() => asked.remove(member)}>
            {t('Remove')}
          </Button>
        </span>
      ),
    },
  ];
}
