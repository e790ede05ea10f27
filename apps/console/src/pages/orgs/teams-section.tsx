import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import { createTeam, deleteTeam, updateTeam } from '../../api/generated/sdk.gen';
import type { ListTeamsResponse } from '../../api/generated/types.gen';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { ConfirmDialog } from '../../ui/dialog';
import { AmountField, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { Money } from '../../ui/money';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { makeTeamLimits } from './limit-desk';
import { LimitsDialog } from './limits-dialog';
import { useTeams } from './org-queries';
import { readAmount } from './read-amount';

type Team = ListTeamsResponse['teams'][number];

type Asked = Readonly<Record<'edit' | 'limit' | 'remove', (team: Team) => void>>;

export function TeamsSection({
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly role: string;
}): ReactNode {
  const [limited, setLimited] = useState<Team>();
  const [edited, setEdited] = useState<Team | 'new'>();
  const [removed, setRemoved] = useState<Team>();
  const queries = useQueryClient();
  const renew = () => queries.invalidateQueries({ queryKey: ['org', orgId] });
  const isAdmin = role === 'org_admin';
  const create = isAdmin && <Button onClick={() => setEdited('new')}>{t('Add a team')}</Button>;
  const asked: Asked = { edit: setEdited, limit: setLimited, remove: setRemoved };
  return (
    <Card
      title={t('Teams')}
      actions={
        <>
          <CurlLink path={`/v1/orgs/${orgId}/teams`} />
          {create}
        </>
      }
    >
      <QueryView query={useTeams(orgId)}>
        {({ teams }) => (
          <Table
            caption={t('Teams')}
            rows={teams}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t('No team yet')} action={create} />}
            columns={columns(asked, isAdmin)}
          />
        )}
      </QueryView>
      {edited !== undefined && (
        <TeamDialog
          orgId={orgId}
          team={edited === 'new' ? undefined : edited}
          isAdmin={isAdmin}
          onSaved={renew}
          onClose={() => setEdited(undefined)}
        />
      )}
      {limited !== undefined && (
        <LimitsDialog
          desk={makeTeamLimits(orgId, limited.id)}
          name={limited.name}
          role={role}
          onClose={() => setLimited(undefined)}
        />
      )}
      {removed !== undefined && (
        <ConfirmDialog
          title={t('Delete {name}?', { name: removed.name })}
          action={t('Delete the team')}
          onConfirm={async () => {
            await read(deleteTeam({ path: { orgId, teamId: removed.id } }));
            await renew();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>
            {t('Its members ({count}) stay without a team. Keys of the team are refused.', {
              count: removed.memberCount,
            })}
          </p>
          <p>
            {t('It spent {amount} this month; reports keep it.', {
              amount: formatUsd(removed.spend.month ?? 0),
            })}
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** A team_admin changes the own team, but does not delete it. */
function columns(asked: Asked, isAdmin: boolean): readonly Column<Team>[] {
  return [
    { key: 'name', title: t('Name'), render: ({ name }) => name },
    { key: 'code', title: t('Cost centre'), render: (row) => row.costCenterCode ?? '–' },
    {
      key: 'members',
      title: t('Members'),
      isFigure: true,
      render: ({ memberCount }) => memberCount,
    },
    {
      key: 'spend',
      title: t('Spent this month (USD)'),
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
      render: (team) => (
        <span className="flex flex-wrap gap-1">
          <Button onClick={() => asked.limit(team)}>{t('Limits')}</Button>
          <Button onClick={() => asked.edit(team)}>{t('Change')}</Button>
          {isAdmin && (
            <Button look="danger" onClick={() => asked.remove(team)}>
              {t('Delete')}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

function TeamDialog({
  isAdmin,
  onClose,
  onSaved,
  orgId,
  team,
}: {
  readonly orgId: string;
  /** Undefined for a new team. */
  readonly team: Team | undefined;
  /** A team_admin may not choose the cost centre. */
  readonly isAdmin: boolean;
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <FormDialog
      title={team === undefined ? t('Add a team') : team.name}
      onClose={onClose}
      fields={['name', 'costCenterCode', 'monthlyBudget']}
      onSubmit={async ({ costCenterCode, monthlyBudget, name }, key) => {
        const body = {
          name,
          ...(isAdmin && { costCenterCode: costCenterCode === '' ? null : costCenterCode }),
          monthlyBudget: readAmount(monthlyBudget),
        };
        if (team === undefined) await read(createTeam({ path: { orgId }, body, ...once(key) }));
        else await read(updateTeam({ path: { orgId, teamId: team.id }, body }));
        await onSaved();
        onClose();
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={t('Name')}
            name="name"
            required
            maxLength={100}
            defaultValue={team?.name}
            error={errors.name}
          />
          {isAdmin && (
            <TextField
              label={t('Cost centre')}
              name="costCenterCode"
              defaultValue={team?.costCenterCode ?? ''}
              hint={t('Lines of invoices carry it.')}
              error={errors.costCenterCode}
            />
          )}
          <AmountField
            label={t('Budget of a month (USD)')}
            name="monthlyBudget"
            defaultValue={team?.monthlyBudget ?? ''}
            hint={t('Empty: no limit.')}
            error={errors.monthlyBudget}
          />
        </>
      )}
    </FormDialog>
  );
}
