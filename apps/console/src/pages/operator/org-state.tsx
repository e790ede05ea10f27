import type { ReactNode } from 'react';
import type { AdminOrganization } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';

export function OrgState({
  org: { deleted, suspended },
}: {
  readonly org: Pick<AdminOrganization, 'deleted' | 'suspended'>;
}): ReactNode {
  if (deleted) return <Badge>{t('deleted')}</Badge>;
  if (suspended) return <Badge tone="bad">{t('suspended')}</Badge>;
  return <Badge tone="good">{t('active')}</Badge>;
}
