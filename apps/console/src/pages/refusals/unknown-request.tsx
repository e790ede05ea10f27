import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Card } from '../../ui/page';
import { accountKeys } from '../keys/key-desk';
import { isKeyEnded, KeyStatus } from '../keys/key-status';

const query = { limit: 100, sort: 'createdAt', order: 'desc' } as const;

/** Why a request may be missing in the refusals: a 401 names no account that it could belong to. */
export function UnknownRequest(): ReactNode {
  return (
    <Card title={t('This request was not refused by a limit, a rule or the balance')}>
      <p>{t('Or it is older than 7 days, or of another account.')}</p>
      <p>
        {t(
          'If the answer was 401, the key of the call is unknown, deleted, disabled or expired. Such calls are not listed here.',
        )}
      </p>
      <EndedKeys />
    </Card>
  );
}

/** Help only: nothing is shown while the keys cannot be read. */
function EndedKeys(): ReactNode {
  const keys = useQuery({
    queryKey: [...accountKeys.queryKey, query],
    queryFn: () => accountKeys.list(query),
  });
  const ended = keys.data?.keys.filter(isKeyEnded) ?? [];
  if (ended.length === 0) return null;
  return (
    <>
      <p>{t('Keys of your account that do not work now:')}</p>
      <ul aria-label={t('Keys that do not work')} className="grid gap-1">
        {ended.map((key) => (
          <li key={key.id} className="flex flex-wrap gap-2">
            <Link to="/keys" search={{ find: key.name }}>
              {key.name}
            </Link>
            <KeyStatus apiKey={key} />
          </li>
        ))}
      </ul>
    </>
  );
}
