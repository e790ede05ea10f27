import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import {
  changePassword,
  deleteAccount,
  endOtherSessions,
  endSession,
  listSessions,
  updateAccount,
} from '../../api/generated/sdk.gen';
import {
  changePreferences,
  listTimeZones,
  usePreferences,
  type Theme,
} from '../../state/preferences';
import { useAccount } from '../../app/session';
import { nameBrowser } from '../../format/browser';
import { languages, t, type Language } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { ConfirmDialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormDialog } from '../../ui/form-dialog';
import { Card, Page } from '../../ui/page';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { showToast } from '../../ui/toast';
import { PasskeysCard } from './passkeys-card';
import { RecoveryCodesCard } from './recovery-codes-card';

export function SettingsPage(): ReactNode {
  return (
    <Page title={t('Settings')} actions={<CurlLink path="/api/account" />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <Profile />
        <Appearance />
        <Password />
        <RecoveryCodesCard />
      </div>
      <PasskeysCard />
      <Sessions />
      <CloseAccount />
    </Page>
  );
}

function Profile(): ReactNode {
  const { user } = useAccount();
  const queries = useQueryClient();
  return (
    <Card title={t('Profile')}>
      <Form
        fields={['name']}
        action={t('Save')}
        onSubmit={async ({ name }) => {
          await read(updateAccount({ body: { name: name === '' ? null : name } }));
          await queries.invalidateQueries({ queryKey: ['account'] });
          showToast(t('Saved.'));
        }}
      >
        {(errors) => (
          <>
            <TextField label={t('Email')} value={user.email} readOnly />
            <TextField
              label={t('Name')}
              name="name"
              maxLength={100}
              defaultValue={user.name ?? ''}
              error={errors.name}
            />
          </>
        )}
      </Form>
    </Card>
  );
}

function Appearance(): ReactNode {
  const { language, theme, timeZone } = usePreferences();
  const zones = ['', ...listTimeZones()];
  return (
    <Card title={t('Appearance')}>
      <SelectField
        label={t('Theme')}
        value={theme}
        options={{ system: t('as the system'), light: t('light'), dark: t('dark') }}
        onChange={(event) => void changePreferences({ theme: event.target.value as Theme })}
      />
      <SelectField
        label={t('Language')}
        value={language}
        options={languages}
        onChange={(event) => void changePreferences({ language: event.target.value as Language })}
      />
      <SelectField
        label={t('Time zone')}
        value={timeZone ?? ''}
        options={Object.fromEntries(
          zones.map((zone) => [zone, zone === '' ? t('as this browser') : zone]),
        )}
        onChange={(event) => void changePreferences({ timeZone: event.target.value || undefined })}
      />
    </Card>
  );
}

function Password(): ReactNode {
  return (
    <Card title={t('Password')}>
      <Form
        fields={['current', 'new']}
        action={t('Change the password')}
        onSubmit={async (body) => {
          await read(changePassword({ body }));
          showToast(t('The new password is in force.'));
        }}
      >
        {(errors) => (
          <>
            <TextField
              label={t('Present password')}
              name="current"
              type="password"
              autoComplete="current-password"
              required
              error={errors.current}
            />
            <TextField
              label={t('New password')}
              name="new"
              type="password"
              autoComplete="new-password"
              required
              minLength={10}
              maxLength={128}
              hint={t('At least 10 characters.')}
              error={errors.new}
            />
          </>
        )}
      </Form>
    </Card>
  );
}

function CloseAccount(): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <Card title={t('Close the account')}>
      <p>{t('Keys stop working, memberships end, and the credit that is left is lost.')}</p>
      <div>
        <Button look="danger" onClick={() => setAsked(true)}>
          {t('Close the account')}
        </Button>
      </div>
      {isAsked && (
        <FormDialog
          title={t('Close the account?')}
          onClose={() => setAsked(false)}
          lead={<p>{t('This cannot be undone.')}</p>}
          fields={['password']}
          action={t('Close the account')}
          onSubmit={async (body) => {
            await read(deleteAccount({ body }));
            queries.clear();
            await navigate({ to: '/sign-in' });
          }}
        >
          {(errors) => (
            <TextField
              label={t('Password')}
              name="password"
              type="password"
              autoComplete="current-password"
              required
              error={errors.password}
            />
          )}
        </FormDialog>
      )}
    </Card>
  );
}

function Sessions(): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => read(listSessions()) });
  const end = async (id: string): Promise<void> => {
    await read(endSession({ path: { id } }));
    await queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  return (
    <Card
      title={t('Sessions')}
      actions={<Button onClick={() => setAsked(true)}>{t('End all others')}</Button>}
    >
      {sessions.isPending && <LoadingState />}
      {sessions.isError && (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data !== undefined && (
        <Table
          caption={t('Sessions')}
          rows={sessions.data.sessions}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('No session')} />}
          columns={[
            {
              key: 'agent',
              title: t('Browser'),
              render: ({ userAgent }) =>
                userAgent == null ? '–' : <span title={userAgent}>{nameBrowser(userAgent)}</span>,
            },
            { key: 'ip', title: t('Address'), render: (row) => row.ip ?? '–' },
            { key: 'since', title: t('Since'), render: (row) => <Time at={row.createdAt} /> },
            { key: 'until', title: t('Until'), render: (row) => <Time at={row.expiresAt} /> },
            {
              key: 'actions',
              title: t('Actions'),
              render: (row) =>
                row.current ? (
                  <Badge tone="good">{t('this one')}</Badge>
                ) : (
                  <ActionButton onAction={() => end(row.id)}>{t('End')}</ActionButton>
                ),
            },
          ]}
        />
      )}
      {isAsked && (
        <ConfirmDialog
          title={t('End all other sessions?')}
          action={t('End them')}
          onConfirm={async () => {
            await read(endOtherSessions());
            await queries.invalidateQueries({ queryKey: ['sessions'] });
          }}
          onClose={() => setAsked(false)}
        >
          <p>{t('Every other browser has to sign in again. Keys keep working.')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
