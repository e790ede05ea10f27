import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { LinkButton } from '../../ui/button';
import { Meter } from '../../ui/meter';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { accountKeys } from '../keys/key-desk';
import { nameCap } from '../keys/name-cap';
import { pickCaps } from './pick-caps';

/** A page of the API: the keys that spent most. */
const query = { include_disabled: 'false', sort: 'spend', order: 'desc', limit: 100 } as const;

export const capsKey = [...accountKeys.queryKey, query];

/** What keys spent of their caps. */
export function CapsCard(): ReactNode {
  const keys = useQuery({
    queryKey: capsKey,
    queryFn: () => accountKeys.list(query),
  });
  return (
    <Card title={t('Caps of your keys')} actions={<LinkButton to="/keys">{t('Keys')}</LinkButton>}>
      <QueryView query={keys} lines={2}>
        {(data) => {
          const caps = pickCaps(data.keys);
          if (caps.length === 0) {
            return (
              <p className="text-muted">
                {t('No key has a cap. A cap stops one program before it spends all of the credit.')}
              </p>
            );
          }
          return caps.map(({ id, limit, name, period, used }) => (
            <Meter
              key={id}
              label={name}
              used={used}
              limit={limit}
              text={`${formatUsd(used)} ${nameCap(limit, period)}`}
            />
          ));
        }}
      </QueryView>
    </Card>
  );
}
