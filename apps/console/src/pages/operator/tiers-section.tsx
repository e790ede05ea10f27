import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import {
  deleteFreeTier,
  listAutoTiers,
  listFreeTiers,
  putAutoTier,
  putFreeTier,
} from '../../api/generated/sdk.gen';
import type { AutoTier, FreeTier } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CheckField, TextArea, TextField } from '../../ui/field';
import type { FormErrors } from '../../ui/form';
import { readLines } from './form-values';
import { OperatorList, pageQuery, useItems } from './operator-list';
import { ConfirmButton, SaveDialog } from './save-dialog';

/** Which models `auto` chooses from, and which models are free within a quota. */
export function TiersSection(): ReactNode {
  return (
    <>
      <AutoTiers />
      <FreeTiers />
    </>
  );
}

function OnOff({ enabled }: { readonly enabled: boolean }): ReactNode {
  return <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? t('on') : t('off')}</Badge>;
}

function AutoTiers(): ReactNode {
  const [edited, setEdited] = useState<AutoTier>();
  const items = useItems('auto-tiers', () => read(listAutoTiers()));
  return (
    <OperatorList
      title={t('Auto tiers')}
      items={items}
      curl="/api/admin/auto-tiers"
      rowKey={({ table, tier }) => `${table}/${tier}`}
      emptyText={t('No tier')}
      columns={[
        {
          key: 'table',
          title: t('For'),
          render: ({ table }) => (table === 'paid' ? 'auto' : 'auto:free'),
        },
        { key: 'tier', title: t('Tier'), render: ({ tier }) => tier },
        { key: 'primary', title: t('Model'), render: ({ primary }) => primary ?? '–' },
        {
          key: 'fallbacks',
          title: t('Fallbacks'),
          render: ({ fallbacks }) => (fallbacks.length === 0 ? '–' : fallbacks.join(', ')),
        },
        { key: 'state', title: t('Status'), render: (tier) => <OnOff enabled={tier.enabled} /> },
        {
          key: 'actions',
          title: t('Actions'),
          render: (tier) => <Button onClick={() => setEdited(tier)}>{t('Edit')}</Button>,
        },
      ]}
    >
      <p className="text-muted">
        {t(
          'A call of auto gets the tier that fits it, and the first model of the tier that works.',
        )}
      </p>
      {edited !== undefined && (
        <AutoTierDialog tier={edited} onClose={() => setEdited(undefined)} />
      )}
    </OperatorList>
  );
}

function AutoTierDialog({
  onClose,
  tier: { enabled, fallbacks, primary, table, tier },
}: {
  readonly tier: AutoTier;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SaveDialog
      title={t('Tier {tier} of {model}', { tier, model: table === 'paid' ? 'auto' : 'auto:free' })}
      fields={['primary', 'fallbacks', 'enabled']}
      onClose={onClose}
      onSave={(values) =>
        read(
          putAutoTier({
            path: { table, tier },
            body: {
              primary: values.primary,
              fallbacks: readLines(values.fallbacks),
              enabled: values.enabled === 'on',
            },
          }),
        )
      }
    >
      {(errors) => (
        <>
          <TextField
            label={t('Model')}
            name="primary"
            required
            defaultValue={primary ?? ''}
            error={errors.primary}
          />
          <TextArea
            label={t('Fallbacks')}
            name="fallbacks"
            defaultValue={fallbacks.join('\n')}
            hint={t('One model on each line, at most 5.')}
            error={errors.fallbacks}
          />
          <CheckField label={t('On')} name="enabled" defaultChecked={enabled} />
        </>
      )}
    </SaveDialog>
  );
}

function FreeTiers(): ReactNode {
  const [edited, setEdited] = useState<FreeTier | 'new'>();
  const items = useItems('free-tiers', (cursor) =>
    read(listFreeTiers({ query: pageQuery(cursor) })),
  );
  return (
    <OperatorList
      title={t('Free tiers')}
      items={items}
      curl="/api/admin/free-tiers"
      rowKey={({ model }) => model}
      emptyText={t('No model is free')}
      actions={<Button onClick={() => setEdited('new')}>{t('Add a free tier')}</Button>}
      columns={[
        { key: 'model', title: t('Model'), render: ({ model }) => model },
        {
          key: 'rpm',
          title: t('Calls a minute'),
          isFigure: true,
          render: ({ rpm }) => formatCount(rpm),
        },
        {
          key: 'units',
          title: t('Units a day'),
          isFigure: true,
          render: ({ dailyUnits, fundedMultiplier }) =>
            t('{count}, with credit × {factor}', {
              count: formatCount(dailyUnits),
              factor: fundedMultiplier,
            }),
        },
        {
          key: 'tokens',
          title: t('Tokens of a unit'),
          isFigure: true,
          render: ({ unitTokens }) => formatCount(unitTokens),
        },
        { key: 'state', title: t('Status'), render: (tier) => <OnOff enabled={tier.enabled} /> },
        {
          key: 'actions',
          title: t('Actions'),
          render: (tier) => (
            <span className="flex flex-wrap gap-1">
              <Button onClick={() => setEdited(tier)}>{t('Edit')}</Button>
              <ConfirmButton
                label={t('Delete')}
                title={t('End the free tier of {model}?', { model: tier.model })}
                onConfirm={() => read(deleteFreeTier({ path: { modelId: tier.model } }))}
              >
                <p>{t('Calls of this model cost their price from now on.')}</p>
              </ConfirmButton>
            </span>
          ),
        },
      ]}
    >
      {edited !== undefined && (
        <FreeTierDialog
          tier={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </OperatorList>
  );
}

const freeFields = [
  'modelId',
  'rpm',
  'dailyUnits',
  'fundedMultiplier',
  'unitTokens',
  'enabled',
] as const;
type FreeField = (typeof freeFields)[number];

function FreeTierDialog({
  onClose,
  tier,
}: {
  readonly tier: FreeTier | undefined;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SaveDialog
      title={tier === undefined ? t('Add a free tier') : tier.model}
      fields={freeFields}
      onClose={onClose}
      onSave={(values) =>
        read(
          putFreeTier({
            path: { modelId: tier?.model ?? values.modelId },
            body: {
              rpm: Number(values.rpm),
              dailyUnits: Number(values.dailyUnits),
              fundedMultiplier: Number(values.fundedMultiplier),
              unitTokens: Number(values.unitTokens),
              enabled: values.enabled === 'on',
            },
          }),
        )
      }
    >
      {(errors) => (
        <>
          {tier === undefined && (
            <TextField label={t('Model')} name="modelId" required error={errors.modelId} />
          )}
          <FreeFigures tier={tier} errors={errors} />
          <CheckField label={t('On')} name="enabled" defaultChecked={tier?.enabled ?? true} />
        </>
      )}
    </SaveDialog>
  );
}

function FreeFigures({
  errors,
  tier,
}: {
  readonly tier: FreeTier | undefined;
  readonly errors: FormErrors<FreeField>;
}): ReactNode {
  const figures = [
    ['rpm', t('Calls a minute'), tier?.rpm ?? 10, 0],
    ['dailyUnits', t('Units a day'), tier?.dailyUnits ?? 150, 0],
    ['fundedMultiplier', t('Factor for users with credit'), tier?.fundedMultiplier ?? 3, 1],
    ['unitTokens', t('Tokens of a unit'), tier?.unitTokens ?? 8_192, 1],
  ] as const;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {figures.map(([name, label, value, min]) => (
        <TextField
          key={name}
          label={label}
          name={name}
          type="number"
          required
          min={min}
          step={1}
          defaultValue={value}
          error={errors[name]}
        />
      ))}
    </div>
  );
}
