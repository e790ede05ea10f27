import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import {
  addMemberFor,
  grantCredit,
  listAllOrganizations,
  updateOrganizationTerms,
} from '../../api/generated/sdk.gen';
import type { AdminOrganization, ListAllOrganizationsData } from '../../api/generated/types.gen';
import type { ListRules } from '../../app/list-view';
import { t } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { Money } from '../../ui/money';
import type { Column } from '../../ui/table';
import { describeRoles } from '../orgs/roles';
import { nameBillingMode } from './name-billing-mode';
import type { OrgRole } from '../orgs/org-sections';
import { GrantDialog } from './grant-dialog';
import { OperatorList } from './operator-list';
import { OrgDialog } from './org-dialog';
import { OrgState } from './org-state';
import { ConfirmButton, SaveDialog, useRefresh } from './save-dialog';
import { useSortedItems } from './use-sorted-items';

type Act =
  | { readonly kind: 'new' }
  | { readonly kind: 'terms' | 'member' | 'grant'; readonly org: AdminOrganization };

const rules: ListRules<NonNullable<NonNullable<ListAllOrganizationsData['query']>['sort']>> = {
  sorts: ['createdAt', 'name'],
  sort: 'createdAt',
  order: 'desc',
};

export function OrganizationsSection(): ReactNode {
  const [act, setAct] = useState<Act>();
  const close = (): void => setAct(undefined);
  const list = useSortedItems('orgs', rules, (query) => read(listAllOrganizations({ query })));
  return (
    <OperatorList
      title={t('Organizations')}
      {...list}
      findLabel={t('Find by beginning of the name, slug or id')}
      curl="/api/admin/orgs"
      rowKey={({ id }) => id}
      emptyText={t('No organization yet')}
      actions={<Button onClick={() => setAct({ kind: 'new' })}>{t('Make an organization')}</Button>}
      columns={columns(setAct)}
    >
      {act?.kind === 'new' && <OrgDialog org={undefined} onClose={close} />}
      {act?.kind === 'terms' && <OrgDialog org={act.org} onClose={close} />}
      {act?.kind === 'member' && <MemberDialog org={act.org} onClose={close} />}
      {act?.kind === 'grant' && (
        <GrantDialog
          title={act.org.name}
          onClose={close}
          onGrant={(grant, key) =>
            read(grantCredit({ body: { ...grant, orgId: act.org.id }, ...once(key) }))
          }
        />
      )}
    </OperatorList>
  );
}

function columns(onAct: (act: Act) => void): readonly Column<AdminOrganization>[] {
  return [
    {
      key: 'name',
      title: t('Name'),
      sortBy: 'name',
      render: ({ id, name }) => (
        <span className="grid">
          <Link to="/operator/orgs/$orgId" params={{ orgId: id }}>
            {name}
          </Link>
          <span className="font-mono text-xs text-muted wrap-anywhere">{id}</span>
        </span>
      ),
    },
    { key: 'plan', title: t('Plan'), render: ({ plan }) => plan },
    { key: 'mode', title: t('Paid'), render: ({ billingMode }) => nameBillingMode(billingMode) },
    { key: 'seats', title: t('Seats'), isFigure: true, render: ({ seats }) => seats },
    {
      key: 'credit',
      title: t('Credit line (USD)'),
      isFigure: true,
      render: ({ creditLineUsd }) => <Money usd={creditLineUsd} />,
    },
    {
      key: 'state',
      title: t('Status'),
      render: (org) => <OrgState org={org} />,
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (org) => <OrgActions org={org} onAct={onAct} />,
    },
  ];
}

function OrgActions({
  onAct,
  org,
}: {
  readonly org: AdminOrganization;
  readonly onAct: (act: Act) => void;
}): ReactNode {
  const refresh = useRefresh();
  const change = async (body: { suspended?: boolean; deleted?: boolean }): Promise<void> => {
    await read(updateOrganizationTerms({ path: { id: org.id }, body }));
    await refresh();
  };
  if (org.deleted) {
    return <ActionButton onAction={() => change({ deleted: false })}>{t('Restore')}</ActionButton>;
  }
  return (
    <span className="flex flex-wrap gap-1">
      <Button onClick={() => onAct({ kind: 'terms', org })}>{t('Terms')}</Button>
      <Button onClick={() => onAct({ kind: 'member', org })}>{t('Add a member')}</Button>
      <Button onClick={() => onAct({ kind: 'grant', org })}>{t('Grant credit')}</Button>
      {org.suspended ? (
        <ActionButton onAction={() => change({ suspended: false })}>
          {t('End the suspension')}
        </ActionButton>
      ) : (
        <ConfirmButton
          label={t('Suspend')}
          title={t('Suspend {name}?', { name: org.name })}
          onConfirm={() => change({ suspended: true })}
        >
          <p>{t('All keys of this organization are refused at once.')}</p>
        </ConfirmButton>
      )}
      <ConfirmButton
        label={t('Delete')}
        title={t('Delete {name}?', { name: org.name })}
        onConfirm={() => change({ deleted: true })}
      >
        <p>{t('Its keys are refused and its members cannot open it. It can be restored.')}</p>
      </ConfirmButton>
    </span>
  );
}

/** For an organization whose administrators are gone. */
function MemberDialog({
  onClose,
  org,
}: {
  readonly org: AdminOrganization;
  readonly onClose: () => void;
}): ReactNode {
  const [role, setRole] = useState<OrgRole>('org_admin');
  return (
    <SaveDialog
      title={t('Add a member to {name}', { name: org.name })}
      fields={['email', 'role', 'teamId']}
      action={t('Add a member')}
      onClose={onClose}
      onSave={({ email, teamId }, key) => {
        const team = teamId === '' ? {} : { teamId };
        const body = { email, role, ...team };
        return read(addMemberFor({ path: { id: org.id }, body, ...once(key) }));
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={t('Email')}
            name="email"
            type="email"
            required
            hint={t('An address without an account is invited by mail.')}
            error={errors.email}
          />
          <SelectField
            label={t('Role')}
            name="role"
            value={role}
            onChange={(event) => setRole(event.target.value as OrgRole)}
            options={describeRoles()}
            error={errors.role}
          />
          <TextField
            label={t('Team id')}
            name="teamId"
            required={role === 'team_admin'}
            hint={t('Required for a team administrator.')}
            error={errors.teamId}
          />
        </>
      )}
    </SaveDialog>
  );
}
