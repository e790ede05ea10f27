import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { revokeInstitutionSession, revokeInstitutionSessions } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Badge, type Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { ConfirmDialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { MoreButton } from '../../ui/more-button';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { showToast } from '../../ui/toast';
import {
  makeInstitutionKey,
  useClasses,
  useSessions,
  type InstitutionSession,
  type SessionFilters,
  type SessionStatus,
} from './institution-queries';
import { useOrgView } from '../orgs/use-org-view';
import { QuotaMeters } from './quota-meters';

/** What is about to end: one session, or all of a class or of every class. */
type Ending = { readonly session: InstitutionSession } | { readonly all: true };

/** The sessions of an institution with what is left of their quota; a teacher sees its classes. */
export function SessionsCard({
  isTeacher,
  orgId,
}: {
  readonly orgId: string;
  readonly isTeacher: boolean;
}): ReactNode {
  const [{ class: keyId, sessions: status = 'active', student: email }, change] = useOrgView();
  const filters = useMemo(
    () => ({ keyId, email, status: status === 'all' ? undefined : status }),
    [email, keyId, status],
  );
  const [ending, setEnding] = useState<Ending>();
  const classes = useClasses(orgId);
  const sessions = useSessions(orgId, filters);
  const chosen = classes.data?.classes.find(({ id }) => id === filters.keyId);
  return (
    <Card
      title={t('Sessions')}
      actions={
        <>
          <CurlLink path={`/api/orgs/${orgId}/edu-sessions`} query={{ ...filters }} />
          <Button look="danger" onClick={() => setEnding({ all: true })}>
            {chosen === undefined ? t('End all sessions') : t('End all of this class')}
          </Button>
        </>
      }
    >
      <Filters
        filters={filters}
        classNames={(classes.data?.classes ?? []).map(({ id, name }) => [id, name])}
        onChange={(next) =>
          change({ class: next.keyId, sessions: next.status ?? 'all', student: next.email })
        }
      />
      <QueryView query={sessions}>
        {({ pages }) => (
          <Table
            caption={t('Sessions')}
            rows={pages.flatMap((page) => page.sessions)}
            rowKey={({ id }) => id}
            columns={columns((session) => setEnding({ session }))}
            empty={<NoSessions hasNoClass={isTeacher && classes.data?.classes.length === 0} />}
          />
        )}
      </QueryView>
      <MoreButton query={sessions} />
      {ending !== undefined && (
        <EndDialog
          orgId={orgId}
          ending={ending}
          chosen={chosen}
          isTeacher={isTeacher}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Card>
  );
}

function NoSessions({ hasNoClass }: { readonly hasNoClass: boolean }): ReactNode {
  return hasNoClass ? (
    <EmptyState title={t('You have no class yet')}>
      {t('An administrator of the organization assigns classes to you.')}
    </EmptyState>
  ) : (
    <EmptyState title={t('No such session')}>
      {t('A session begins when a student enters the key of a class and the mailed code.')}
    </EmptyState>
  );
}

function Filters({
  classNames,
  filters,
  onChange,
}: {
  readonly filters: SessionFilters;
  readonly classNames: readonly (readonly [id: string, name: string])[];
  readonly onChange: (filters: SessionFilters) => void;
}): ReactNode {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        label={t('Class')}
        value={filters.keyId ?? ''}
        options={{ '': t('all classes'), ...Object.fromEntries(classNames) }}
        onChange={({ target }) => onChange({ ...filters, keyId: target.value || undefined })}
      />
      <SelectField
        label={t('Status')}
        value={filters.status ?? ''}
        options={{
          active: t('active'),
          expired: t('expired'),
          revoked: t('ended'),
          '': t('all'),
        }}
        onChange={({ target }) =>
          onChange({ ...filters, status: (target.value || undefined) as SessionStatus | undefined })
        }
      />
      <EmailFilter email={filters.email} onChange={(email) => onChange({ ...filters, email })} />
    </div>
  );
}

/** Takes effect when the field is left or Enter is pressed: the API knows whole addresses only. */
function EmailFilter({
  email,
  onChange,
}: {
  readonly email: string | undefined;
  readonly onChange: (email: string | undefined) => void;
}): ReactNode {
  const apply = (input: HTMLInputElement): void => {
    const text = input.value.trim();
    if (input.validity.valid && text !== (email ?? '')) onChange(text || undefined);
  };
  return (
    <TextField
      label={t('Address')}
      type="email"
      defaultValue={email ?? ''}
      hint={t('The whole address; Enter searches.')}
      onBlur={({ currentTarget }) => apply(currentTarget)}
      onKeyDown={({ currentTarget, key }) => {
        if (key === 'Enter') apply(currentTarget);
      }}
    />
  );
}

const statusTones: Readonly<Record<SessionStatus, Tone>> = {
  active: 'good',
  expired: 'neutral',
  revoked: 'bad',
};

function columns(
  onEnd: (session: InstitutionSession) => void,
): readonly Column<InstitutionSession>[] {
  const statuses = { active: t('active'), expired: t('expired'), revoked: t('ended') };
  return [
    {
      key: 'email',
      title: t('Student'),
      render: ({ email, keyName, status }) => (
        <span className="grid justify-items-start gap-0.5 max-sm:justify-items-end">
          <span className="font-medium break-all">{email}</span>
          <span className="text-muted text-xs">{keyName}</span>
          <Badge tone={statusTones[status]}>{statuses[status]}</Badge>
        </span>
      ),
    },
    {
      key: 'quota',
      title: t('Used'),
      render: ({ quota, requests, spend, tokens }) => (
        <QuotaMeters quota={quota} requests={requests} tokens={tokens} usd={spend} />
      ),
    },
    { key: 'last', title: t('Last used'), render: ({ lastUsed }) => <Time at={lastUsed} /> },
    { key: 'until', title: t('Until'), render: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      key: 'actions',
      title: t('Actions'),
      render: (session) =>
        session.status === 'active' && (
          <Button
            look="danger"
            aria-label={t('End the session of {email}', { email: session.email })}
            onClick={() => onEnd(session)}
          >
            {t('End')}
          </Button>
        ),
    },
  ];
}

function EndDialog({
  chosen,
  ending,
  isTeacher,
  onClose,
  orgId,
}: {
  readonly orgId: string;
  readonly ending: Ending;
  /** The class that the list is limited to. */
  readonly chosen: { readonly id: string; readonly name: string } | undefined;
  readonly isTeacher: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const queries = useQueryClient();
  const end = async (): Promise<void> => {
    if ('session' in ending) {
      await read(revokeInstitutionSession({ path: { orgId, id: ending.session.id } }));
    } else {
      const body = chosen === undefined ? { all: true } : { keyId: chosen.id };
      const { revoked } = await read(revokeInstitutionSessions({ path: { orgId }, body }));
      showToast(t('Sessions ended: {count}', { count: revoked }));
    }
    await queries.invalidateQueries({ queryKey: makeInstitutionKey(orgId) });
  };
  const consequence = t(
    'The tokens are refused from now on. A student needs a new mailed code to go on; what was used stays counted and charged. This cannot be undone.',
  );
  if ('session' in ending) {
    const { email } = ending.session;
    return (
      <ConfirmDialog
        title={t('End the session of {email}?', { email })}
        action={t('End the session')}
        onConfirm={end}
        onClose={onClose}
      >
        <p>{consequence}</p>
      </ConfirmDialog>
    );
  }
  const scope = isTeacher
    ? t('Every active session of all your classes ends at once.')
    : t('Every active session of the institution ends at once, in all classes.');
  return (
    <ConfirmDialog
      title={
        chosen === undefined
          ? t('End all sessions?')
          : t('End all sessions of {name}?', { name: chosen.name })
      }
      action={t('End the sessions')}
      onConfirm={end}
      onClose={onClose}
    >
      <p>
        {chosen === undefined
          ? scope
          : t('Every active session of the class {name} ends at once.', { name: chosen.name })}
      </p>
      <p>{consequence}</p>
    </ConfirmDialog>
  );
}
