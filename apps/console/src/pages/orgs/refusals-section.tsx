import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getRefusal, listOrganizationRefusals } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Dialog } from '../../ui/dialog';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { readRuleRefusals, type RefusalCursor } from '../refusals/read-rule-refusals';
import { RefusalFacts } from '../refusals/refusal-card';
import { RefusalTable } from '../refusals/refusal-table';
import { useOrgView } from './use-org-view';

/** Requests of the organization that were refused, as far as the viewer's role may see them. */
export function RefusalsSection({
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly role: string;
}): ReactNode {
  const [{ code, refusal, rule }, change] = useOrgView();
  const readPage = (query: RefusalCursor) =>
    read(listOrganizationRefusals({ path: { orgId }, query: { ...query, code } }));
  return (
    <Card
      title={role === 'member' ? t('Your last refusals') : t('The last refusals')}
      actions={<CurlLink path={`/api/orgs/${orgId}/refusals`} query={{ code }} />}
    >
      <p className="text-muted">
        {t('Requests that a limit, a rule or the balance refused in the last 7 days.')}{' '}
        {role === 'member' && t('Your role shows those of your own keys.')}
      </p>
      {(rule !== undefined || code !== undefined) && (
        <p className="flex flex-wrap gap-3">
          {rule === undefined
            ? t('Only those of content rules.')
            : t('Only those of one content rule.')}
          <Link to="/orgs/$orgId/$section" params={{ orgId, section: 'refusals' }}>
            {t('Show all')}
          </Link>
          {rule !== undefined && (
            <Link to="/orgs/$orgId/$section" params={{ orgId, section: 'rules' }} search={{ rule }}>
              {t('Open the content rules')}
            </Link>
          )}
        </p>
      )}
      <RefusalTable
        scope={['org', orgId, 'refusals', { code, rule }]}
        load={(query) =>
          rule === undefined ? readPage(query) : readRuleRefusals(readPage, rule, query)
        }
        renderId={({ requestId }) => (
          <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
            <span className="font-mono text-xs break-all">{requestId}</span>
            <Button onClick={() => change({ refusal: requestId })}>{t('Explain')}</Button>
          </span>
        )}
      />
      {refusal !== undefined && (
        <Explanation requestId={refusal} onClose={() => change({ refusal: undefined })} />
      )}
    </Card>
  );
}

function Explanation({
  onClose,
  requestId,
}: {
  readonly requestId: string;
  readonly onClose: () => void;
}): ReactNode {
  const refusal = useQuery({
    queryKey: ['refusals', requestId],
    queryFn: () => read(getRefusal({ path: { requestId } })),
  });
  return (
    <Dialog title={t('Why it was refused')} onClose={onClose}>
      <QueryView query={refusal} lines={6}>
        {(data) => <RefusalFacts refusal={data} />}
      </QueryView>
    </Dialog>
  );
}
