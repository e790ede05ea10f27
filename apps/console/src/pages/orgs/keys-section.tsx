import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Card } from '../../ui/page';
import { makeOrgKeys, type Key } from '../keys/key-desk';
import { KeyDialog } from '../keys/key-dialog';
import { makeKeyQuery } from '../keys/key-filters';
import { KeyList } from '../keys/key-list';
import { useMembers, useTeams } from './org-queries';

/** Keys that the organization pays for. Finance reads them; administrators change them. */
export function KeysSection({
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly role: string;
}): ReactNode {
  const filters = useSearch({ from: '/shell/orgs/$orgId/$section' });
  const navigate = useNavigate({ from: '/orgs/$orgId/$section' });
  const [isCreating, setCreating] = useState(false);
  const desk = useMemo(() => makeOrgKeys(orgId), [orgId]);
  const isReadOnly = role === 'billing_viewer';
  const holders = useHolders(orgId, role);
  const create = isReadOnly ? undefined : (
    <Button onClick={() => setCreating(true)}>{t('Make a key')}</Button>
  );
  return (
    <Card
      title={t('Keys')}
      actions={
        <>
          <CurlLink path={`/api/orgs/${orgId}/keys`} query={makeKeyQuery(filters)} />
          {create}
        </>
      }
    >
      <KeyList
        desk={desk}
        create={create}
        filters={filters}
        isReadOnly={isReadOnly}
        nameOwner={holders.name}
        onFilter={(search) => void navigate({ search, replace: true })}
      />
      {isCreating && (
        <KeyDialog desk={desk} holders={holders.options} onClose={() => setCreating(false)} />
      )}
    </Card>
  );
}

interface Holders {
  /** Whose a key is. */
  readonly name: (key: Key) => string;
  /** Whose a new key can be. */
  readonly options: Readonly<Record<string, string>>;
}

/** Finance may not read the names of teams and members. */
function useHolders(orgId: string, role: string): Holders {
  const isEnabled = role !== 'billing_viewer';
  const teams = useTeams(orgId, isEnabled).data?.teams ?? [];
  const members = useMembers(orgId, isEnabled).data?.members ?? [];
  const names = Object.fromEntries([
    ...teams.map(({ id, name }) => [id, name] as const),
    ...members.map(({ id, user }) => [id, user.name ?? user.email ?? id] as const),
  ]) as Readonly<Record<string, string>>;
  return {
    name: ({ memberId, teamId }) => {
      const id = memberId ?? teamId;
      return id === null ? t('the organization') : (names[id] ?? id);
    },
    // Keys of a team_admin are for the own team.
    options: role === 'team_admin' ? names : { '': t('the organization'), ...names },
  };
}
