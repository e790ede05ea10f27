import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getCaching } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Page } from '../../ui/page';
import { CachingFields } from './caching-fields';
import { CachingReport } from './caching-report';
import { makeCachingQuery } from './caching-view';

/** What prompt caching saved the account. */
export function CachingPage(): ReactNode {
  const view = useSearch({ from: '/shell/usage/caching' });
  const navigate = useNavigate({ from: '/usage/caching' });
  const query = makeCachingQuery(view, Date.now());
  return (
    <Page
      title={t('Caching')}
      lead={t('What prompt caching saved, by model or program, and what it could save.')}
      actions={
        <>
          <CurlLink path="/api/usage/caching" query={query} />
          <Button onClick={() => print()}>{t('Print')}</Button>
        </>
      }
    >
      <CachingFields view={view} onChange={(search) => void navigate({ search, replace: true })} />
      <CachingReport
        queryKey={['caching']}
        query={query}
        readCaching={(wanted) => read(getCaching({ query: wanted }))}
      />
    </Page>
  );
}
