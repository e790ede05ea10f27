import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Named } from '../../ui/named';
import { Card, Facts } from '../../ui/page';
import type { NameOf, Receipt } from './receipt-names';

/** Whose limits the cost of a call counts against. */
export function CountedAgainst({
  nameOf,
  receipt,
}: {
  readonly receipt: Receipt;
  readonly nameOf: NameOf;
}): ReactNode {
  const { api_key_id: keyId, member_id, team_id, wallet_id } = receipt.counted_against;
  const scopes = [
    [t('Account'), wallet_id],
    [keyId.startsWith('esess_') ? t('Session') : t('Key'), keyId],
    [t('Team'), team_id],
    [t('Member'), member_id],
  ] as const;
  return (
    <Card title={t('Limits that the cost counts against')}>
      <Facts
        facts={scopes.flatMap(([scope, id]) =>
          id === null ? [] : [[scope, <Named key={id} id={id} name={nameOf(id)} />] as const],
        )}
      />
    </Card>
  );
}
