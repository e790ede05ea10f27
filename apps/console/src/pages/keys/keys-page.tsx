import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Card, Page } from '../../ui/page';
import { accountKeys } from './key-desk';
import { KeyDialog } from './key-dialog';
import { makeKeyQuery } from './key-filters';
import { KeyList } from './key-list';

/** The caller's own keys. */
export function KeysPage(): ReactNode {
  const filters = useSearch({ from: '/shell/keys' });
  const navigate = useNavigate({ from: '/keys' });
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      {t('Make a key')}
    </Button>
  );
  return (
    <Page
      title={t('Keys')}
      lead={t('A key calls models for your account. Its secret is shown once, when it is made.')}
      actions={
        <>
          <CurlLink path="/api/account/keys" query={makeKeyQuery(filters)} />
          {create}
        </>
      }
    >
      <Card>
        <KeyList
          desk={accountKeys}
          create={create}
          filters={filters}
          onFilter={(search) => void navigate({ search, replace: true })}
        />
      </Card>
      {isCreating && <KeyDialog desk={accountKeys} onClose={() => setCreating(false)} />}
    </Page>
  );
}
