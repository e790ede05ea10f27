import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Card } from '../../ui/page';
import { makeOrgKeys } from '../keys/key-desk';
import { KeyDialog } from '../keys/key-dialog';
import { makeKeyQuery } from '../keys/key-filters';
import { KeyList } from '../keys/key-list';

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
  const create = isReadOnly ? undefined : (
    <Button onClick={() => setCreating(true)}>{t('Make a key')}</Button>
  );
  return (
    <Card
      title={t('Keys')}
      actions={
        <>
          {create}
          <CurlLink path={`/api/orgs/${orgId}/keys`} query={makeKeyQuery(filters)} />
        </>
      }
    >
      <KeyList
        desk={desk}
        create={create}
        filters={filters}
        isReadOnly={isReadOnly}
        onFilter={(search) => void navigate({ search, replace: true })}
      />
      {isCreating && <KeyDialog desk={desk} onClose={() => setCreating(false)} />}
    </Card>
  );
}
