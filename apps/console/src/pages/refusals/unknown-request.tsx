import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Card } from '../../ui/page';

/** Why a request may be missing in the refusals. */
export function UnknownRequest(): ReactNode {
  return (
    <Card title={t('This request was not refused by a limit, a rule or the balance')}>
      <p>{t('Or it is older than 7 days, or of another account.')}</p>
      <p>
        {t(
          'If the answer was 401, no key of an account has the secret of the call: it may be mistyped, or was replaced by a rotation without a grace period.',
        )}
      </p>
    </Card>
  );
}
