import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import { addMember, listMembers, removeMember, updateMember } from '../../api/generated/sdk.gen';
import type { ListMembersData, ListMembersResponse } from '../../api/generated/types.gen';
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
import { AmountField, SelectField, TextField } from '../../ui/field';
import { FindField } from '../../ui/find-field';
import { FormDialog } from '../../ui/form-dialog';
import { Money } from '../../ui/money';
import { MoreButton } from '../../ui/more-button';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { showToast } from '../../ui/toast';
import { useTeams } from './org-queries';
import type { OrgRole } from './org-sections';
import { readAmount } from './read-amount';
import { nameRoles } from './roles';

type Member = ListMembersResponse['members'][number];

type MemberSort = NonNullable<NonNullable<ListMembersData['query']>['sort']>;

const rules: ListRules<MemberSort> = {
  sorts: ['joinedAt', 'name', 'email', 'role', 'spend'],
  sort: 'name',
  order: 'asc',
};

export function MembersSection({ orgId }: { readonly orgId: string }): ReactNode {
  const [edited, setEdited] = useState<Member | 'new'>();
  const [removed, setRemoved] = useState<Member>();
  const queries = useQueryClient();
  const renew = () => queries.invalidateQueries({ queryKey: ['org', orgId] });
  const add = <Button onClick={() => setEdited('new')}>{t('Add a member')}</Button>;
  const view: ListView = useSearch({ from: '/shell/orgs/$orgId/$section' });
  const query = makeListQuery(view, rules);
  return (
    <Card
      title={t('Members')}
      actions={
        <>
          {add}
          <CurlLink path={`/v1/orgs/${orgId}/members`} query={{ ...query }} />
        </>
      }
    >
      <MemberList {...{ orgId, view, query, add }} columns={columns(setEdited, setRemoved)} />
      {edited !== undefined && (
        <MemberDialog
          orgId={orgId}
          member={edited === 'new' ? undefined : edited}
          onSaved={renew}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed !== undefined && (
        <ConfirmDialog
          title={t('Remove {name}?', { name: removed.user.email ?? removed.id })}
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

function columns(
  onEdit: (member: Member) => void,
  onRemove: (member: Member) => void,
): readonly Column<Member>[] {
  return [
    {
      key: 'user',
      title: t('Name'),
      sortBy: 'name',
      render: ({ isOwner, user }) => (
        <span className="grid justify-items-start gap-0.5">
          <span className="font-medium">{user.name ?? user.email}</span>
          <span className="text-muted text-xs break-all">{user.email}</span>
          {isOwner && <Badge>{t('owner')}</Badge>}
        </span>
      ),
    },
    { key: 'role', title: t('Role'), sortBy: 'role', render: ({ role }) => role },
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
      render: ({ monthlyBudget }) => <Money usd={monthlyBudget} />,
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (member) => (
        <span className="flex flex-wrap gap-1">
          <Button onClick={() => onEdit(member)}>{t('Change')}</Button>
          <Button look="danger" disabled={member.isOwner} onClick={() => onRemove(member)}>
            {t('Remove')}
          </Button>
        </span>
      ),
    },
  ];
}

function MemberDialog({
  member,
  onClose,
  onSaved,
  orgId,
}: {
  readonly orgId: string;
  /** Undefined for a new member. */
  readonly member: Member | undefined;
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  const teams = useTeams(orgId);
  const teamNames = Object.fromEntries(
    (teams.data?.teams ?? []).map(({ id, name }) => [id, name] as const),
  );
  const save = async (
    values: Readonly<Record<'email' | 'role' | 'teamId' | 'monthlyBudget', string>>,
    key: string,
  ): Promise<void> => {
    const body = {
      role: values.role as OrgRole,
      teamId: values.teamId === '' ? null : values.teamId,
      monthlyBudget: readAmount(values.monthlyBudget),
    };
    if (member !== undefined) {
      await read(updateMember({ path: { orgId, memberId: member.id }, body }));
    } else {
      const added = { ...body, email: values.email };
      const answer = await read(addMember({ path: { orgId }, body: added, ...once(key) }));
      if ('invited' in answer) showToast(t('{email} gets an invitation.', { email: values.email }));
    }
    await onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={member?.user.email ?? t('Add a member')}
      onClose={onClose}
      fields={['email', 'role', 'teamId', 'monthlyBudget']}
      onSubmit={save}
    >
      {(errors) => (
        <>
          {member === undefined && (
            <TextField
              label={t('Email')}
              name="email"
              type="email"
              required
              hint={t('An address without a confirmed account gets an invitation.')}
              error={errors.email}
            />
          )}
          <SelectField
            label={t('Role')}
            name="role"
            defaultValue={member?.role ?? 'member'}
            options={nameRoles()}
            error={errors.role}
          />
          <SelectField
            label={t('Team')}
            name="teamId"
            key={teams.data === undefined ? 'loading' : 'loaded'}
            defaultValue={member?.team?.id ?? ''}
            options={{ '': t('no team'), ...teamNames }}
            error={errors.teamId}
          />
          <AmountField
            label={t('Budget of a month (USD)')}
            name="monthlyBudget"
            defaultValue={member?.monthlyBudget ?? ''}
            hint={t('Empty: no limit.')}
            error={errors.monthlyBudget}
          />
        </>
      )}
    </FormDialog>
  );
}
