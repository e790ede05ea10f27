import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { listAllOrganizations, listMembersOf } from '../../api/generated/sdk.gen';
import type { ListMembersOfData, Member } from '../../api/generated/types.gen';
import { makeListQuery, makeSorting, type ListRules, type ListView } from '../../app/list-view';
import { isOperator, useAccount } from '../../app/session';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Money } from '../../ui/money';
import { Card, Facts, Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { nameRole } from '../orgs/roles';
import { nameBillingMode } from './name-billing-mode';
import { OperatorList } from './operator-list';
import { OrgState } from './org-state';

const rules: ListRules<NonNullable<NonNullable<ListMembersOfData['query']>['sort']>> = {
  sorts: ['joinedAt', 'name', 'email', 'role', 'spend'],
  sort: 'name',
  order: 'asc',
};

/** One organization with its members, for operators. */
export function OperatorOrgPage(): ReactNode {
  const { orgId } = useParams({ from: '/shell/operator/orgs/$orgId' });
  if (!isOperator(useAccount())) {
    return (
      <Page title={t('Operator')}>
        <EmptyState title={t('Only operators may see this')} />
      </Page>
    );
  }
  return (
    <Page
      title={t('Organization')}
      actions={
        <Link to="/operator/$section" params={{ section: 'orgs' }}>
          {t('All organizations')}
        </Link>
      }
    >
      <TermsCard orgId={orgId} />
      <MembersCard orgId={orgId} />
    </Page>
  );
}

function TermsCard({ orgId }: { readonly orgId: string }): ReactNode {
  const found = useQuery({
    queryKey: ['operator', 'org', orgId],
    queryFn: () => read(listAllOrganizations({ query: { search: orgId } })),
  });
  return (
    <Card>
      <QueryView query={found} lines={3}>
        {({ items }) => {
          const org = items.find(({ id }) => id === orgId);
          if (org === undefined) return <EmptyState title={t('There is no such organization')} />;
          return (
            <Facts
              facts={[
                [t('Name'), org.name],
                [
                  t('Id'),
                  <span key="id" className="font-mono text-xs">
                    {org.id}
                  </span>,
                ],
                [t('Status'), <OrgState key="state" org={org} />],
                [t('Plan'), org.plan],
                [t('Paid'), nameBillingMode(org.billingMode)],
                [t('Seats'), org.seats],
                [t('Credit line (USD)'), <Money key="credit" usd={org.creditLineUsd} />],
              ]}
            />
          );
        }}
      </QueryView>
    </Card>
  );
}

function MembersCard({ orgId }: { readonly orgId: string }): ReactNode {
  const view: ListView = useSearch({ from: '/shell/operator/orgs/$orgId' });
  const navigate = useNavigate({ from: '/operator/orgs/$orgId' });
  const onView = (search: ListView): void => void navigate({ search, replace: true });
  const query = makeListQuery(view, rules);
  const items = usePages(['operator', 'org', orgId, 'members'], query, (page) =>
    read(listMembersOf({ path: { id: orgId }, query: page })),
  );
  return (
    <OperatorList
      title={t('Members')}
      items={items}
      curl={`/api/admin/orgs/${orgId}/members`}
      query={query}
      find={{ view, onView }}
      findLabel={t('Find by name or address')}
      sorting={makeSorting(query, view, onView)}
      rowKey={({ id }) => id}
      emptyText={t('No member yet')}
      columns={columns()}
    />
  );
}

function columns(): readonly Column<Member>[] {
  return [
    {
      key: 'user',
      title: t('Name'),
      sortBy: 'name',
      render: ({ id, isOwner, user }) => (
        <span className="grid justify-items-start gap-0.5">
          <span className="font-medium">{user.name ?? user.email ?? t('deleted account')}</span>
          <span className="text-muted text-xs break-all">{user.email}</span>
          <span className="font-mono text-xs text-muted wrap-anywhere">{id}</span>
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
      key: 'joined',
      title: t('Since'),
      sortBy: 'joinedAt',
      render: ({ joinedAt }) => <Time at={joinedAt} />,
    },
  ];
}
