import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getOrgCaching } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { CachingFields } from '../usage/caching-fields';
import { CachingReport } from '../usage/caching-report';
import { makeCachingQuery } from '../usage/caching-view';

/** What prompt caching saved the organization. */
export function CachingSection({ orgId }: { readonly orgId: string }): ReactNode {
  const view = useSearch({ from: '/shell/orgs/$orgId/$section' });
  const navigate = useNavigate({ from: '/orgs/$orgId/$section' });
  const query = makeCachingQuery(view, Date.now());
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2 no-print">
        <CurlLink path={`/api/orgs/${orgId}/usage/caching`} query={query} />
        <Button onClick={() => print()}>{t('Print')}</Button>
      </div>
      <CachingFields view={view} onChange={(search) => void navigate({ search, replace: true })} />
      <CachingReport
        queryKey={['org', orgId, 'caching']}
        query={query}
        readCaching={(wanted) => read(getOrgCaching({ path: { orgId }, query: wanted }))}
      />
    </>
  );
}
