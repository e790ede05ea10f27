import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listOrganizationRefusals } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Dialog } from '../../ui/dialog';
import { Card } from '../../ui/page';
import type { Refusal } from '../refusals/judge-now';
import { RefusalFacts } from '../refusals/refusal-card';
import { RefusalTable } from '../refusals/refusal-table';

/** Requests of the organization that were refused, as far as the viewer's role may see them. */
export function RefusalsSection({ orgId }: { readonly orgId: string }): ReactNode {
  const [shown, setShown] = useState<Refusal>();
  return (
    <Card
      title={t('The last refusals')}
      actions={<CurlLink path={`/api/orgs/${orgId}/refusals`} />}
    >
      <p className="text-muted">
        {t('Requests that a limit, a rule or the balance refused in the last 7 days.')}
      </p>
      <RefusalTable
        scope={['org', orgId, 'refusals']}
        load={(query) => read(listOrganizationRefusals({ path: { orgId }, query }))}
        renderId={(refusal) => (
          <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
            <span className="font-mono text-xs break-all">{refusal.requestId}</span>
            <Button onClick={() => setShown(refusal)}>{t('Explain')}</Button>
          </span>
        )}
      />
      {shown !== undefined && (
        <Dialog title={t('Why it was refused')} onClose={() => setShown(undefined)}>
          <RefusalFacts refusal={shown} />
        </Dialog>
      )}
    </Card>
  );
}
