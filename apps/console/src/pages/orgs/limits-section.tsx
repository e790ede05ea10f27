import { useMemo, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { CurlLink } from '../../ui/curl-link';
import { Card } from '../../ui/page';
import { makeOrgLimits } from './limit-desk';
import { BreakerForm, ModelsForm } from './limit-forms';

/** The breaker and the allowed models of the organization, as set and as resolved. */
export function LimitsSection({ orgId }: { readonly orgId: string }): ReactNode {
  const desk = useMemo(() => makeOrgLimits(orgId), [orgId]);
  return (
    <>
      <p className="text-muted">
        {t('Teams and members have limits of their own: open them in their lists.')}
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card
          title={t('Spend breaker')}
          actions={<CurlLink path={`${desk.path}/circuit-breaker`} />}
        >
          <BreakerForm desk={desk} />
        </Card>
        <Card
          title={t('Allowed models')}
          actions={<CurlLink path={`${desk.path}/allowed-models`} />}
        >
          <ModelsForm desk={desk} />
        </Card>
      </div>
    </>
  );
}
