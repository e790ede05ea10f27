import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import { cancelInvitation, createInvitation, listInvitations } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { ConfirmDialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { showToast } from '../../ui/toast';
import type { OrgRole } from './org-sections';
import { nameGivenRoles, nameRole } from './roles';
import { TeamField } from './team-field';

export function InvitationsSection({
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly role: string;
}): ReactNode {
  const [isInviting, setInviting] = useState(false);
  const [withdrawn, setWithdrawn] = useState<{ readonly id: string; readonly email: string }>();
  const queries = useQueryClient();
  const queryKey = ['org', orgId, 'invitations'];
  const invitations = useQuery({
    queryKey,
    queryFn: () => read(listInvitations({ path: { orgId } })),
  });
  const cancel = async (id: string): Promise<void> => {
    await read(cancelInvitation({ path: { orgId, id } }));
    await queries.invalidateQueries({ queryKey });
  };
  const invite = <Button onClick={() => setInviting(true)}>{t('Invite')}</Button>;
  return (
    <Card
      title={t('Invitations')}
      actions={
        <>
          <CurlLink path={`/api/orgs/${orgId}/invitations`} />
          {invite}
        </>
      }
    >
      <QueryView query={invitations}>
        {(data) => (
          <Table
            caption={t('Invitations')}
            rows={data.invitations}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t('No open invitation')} action={invite} />}
            columns={[
              { key: 'email', title: t('Email'), render: ({ email }) => email },
              { key: 'role', title: t('Role'), render: ({ role }) => nameRole(role) },
              {
                key: 'status',
                title: t('Status'),
                render: () => <Badge>{t('pending')}</Badge>,
              },
              { key: 'until', title: t('Until'), render: (row) => <Time at={row.expiresAt} /> },
              {
                key: 'actions',
                title: t('Actions'),
                render: ({ email, id, status }) =>
                  status === 'pending' && (
                    <Button look="danger" onClick={() => setWithdrawn({ id, email })}>
                      {t('Withdraw')}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </QueryView>
      {withdrawn !== undefined && (
        <ConfirmDialog
          title={t('Withdraw the invitation of {email}?', { email: withdrawn.email })}
          action={t('Withdraw the invitation')}
          onConfirm={() => cancel(withdrawn.id)}
          onClose={() => setWithdrawn(undefined)}
        >
          <p>{t('The link in the mail stops working. You can invite again.')}</p>
        </ConfirmDialog>
      )}
      {isInviting && (
        <InviteDialog
          orgId={orgId}
          role={role}
          onSent={() => queries.invalidateQueries({ queryKey })}
          onClose={() => setInviting(false)}
        />
      )}
    </Card>
  );
}

function InviteDialog({
  onClose,
  onSent,
  orgId,
  role: ownRole,
}: {
  readonly orgId: string;
  /** Of the viewer: a team_admin invites into the own team. */
  readonly role: string;
  readonly onSent: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <FormDialog
      title={t('Invite')}
      onClose={onClose}
      fields={['email', 'role', 'teamId']}
      action={t('Send the invitation')}
      onSubmit={async ({ email, role, teamId }, key) => {
        const body = { email, role: role as OrgRole, teamId: teamId === '' ? null : teamId };
        await read(createInvitation({ path: { orgId }, body, ...once(key) }));
        await onSent();
        showToast(t('{email} gets an invitation.', { email }));
        onClose();
      }}
    >
      {(errors) => (
        <>
          <TextField label={t('Email')} name="email" type="email" required error={errors.email} />
          <SelectField
            label={t('Role')}
            name="role"
            options={nameGivenRoles(ownRole)}
            error={errors.role}
          />
          <TeamField orgId={orgId} ownRole={ownRole} error={errors.teamId} />
        </>
      )}
    </FormDialog>
  );
}
