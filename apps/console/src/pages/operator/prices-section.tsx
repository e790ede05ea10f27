import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { deletePlannedPrices, listPlannedPrices } from '../../api/generated/sdk.gen';
import type { PlannedPrices } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Card } from '../../ui/page';
import { Time } from '../../ui/time';
import { listPrices } from './import-changes';
import { OperatorList, pageQuery, useItems } from './operator-list';
import { PriceListForm } from './price-list-form';
import { PriceListPreviewView, type PreviewedList } from './price-list-preview';
import { ConfirmButton } from './save-dialog';

/** Prices of public lists, and prices that come into force later. */
export function PricesSection(): ReactNode {
  const [preview, setPreview] = useState<PreviewedList>();
  return (
    <>
      <Card title={t('Import a price list')}>
        {preview === undefined ? (
          <PriceListForm onPreview={setPreview} />
        ) : (
          <PriceListPreviewView previewed={preview} onClose={() => setPreview(undefined)} />
        )}
      </Card>
      <Plans />
    </>
  );
}

function Plans(): ReactNode {
  const items = useItems('planned-prices', (cursor) =>
    read(listPlannedPrices({ query: pageQuery(cursor) })),
  );
  return (
    <OperatorList
      title={t('Planned prices')}
      items={items}
      curl="/api/admin/planned-prices"
      rowKey={({ id }) => id}
      emptyText={t('No prices are planned')}
      columns={[
        { key: 'of', title: t('Model or route'), render: nameOwner },
        {
          key: 'at',
          title: t('In force from'),
          render: ({ effectiveAt }) => <Time at={effectiveAt} />,
        },
        { key: 'prices', title: t('Prices (USD)'), render: (plan) => <Prices plan={plan} /> },
        {
          key: 'actions',
          title: t('Actions'),
          render: (plan) => (
            <ConfirmButton
              label={t('Cancel the plan')}
              title={t('Cancel the planned prices of {name}?', { name: nameOwner(plan) })}
              onConfirm={() => read(deletePlannedPrices({ path: { id: plan.id } }))}
            >
              <p>{t('The prices of today stay in force.')}</p>
            </ConfirmButton>
          ),
        },
      ]}
    />
  );
}

function nameOwner({ modelId, routeId }: PlannedPrices): string {
  return modelId ?? routeId ?? '';
}

function Prices({ plan }: { readonly plan: PlannedPrices }): ReactNode {
  const { prices, sizes, tiers } = plan;
  if (prices === null) return <span className="text-muted">{t('those of the model')}</span>;
  const listed = listPrices({ prices, sizes, tiers });
  return (
    <span className="grid gap-0.5 tabular-nums wrap-anywhere">
      {[...listed].map(([name, price]) => (
        <span key={name}>
          {name}: {price}
        </span>
      ))}
    </span>
  );
}
