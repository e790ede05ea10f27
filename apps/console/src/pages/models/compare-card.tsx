import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getModelByParts } from '../../api/generated/sdk.gen';
import type { Model } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { linkModel } from './link-model';
import { listUnitPrices } from './list-prices';
import { TokenPrice } from './token-price';

/** Chosen models side by side. */
export function CompareCard({
  ids,
  onClear,
}: {
  readonly ids: readonly string[];
  readonly onClear: () => void;
}): ReactNode {
  const models = useQuery({
    queryKey: ['models', 'compared', ids],
    queryFn: () => Promise.all(ids.map(readModel)),
  });
  return (
    <Card title={t('Compared')} actions={<Button onClick={onClear}>{t('Compare none')}</Button>}>
      <QueryView query={models}>{(data) => <Comparison models={data} />}</QueryView>
    </Card>
  );
}

function readModel(id: string): Promise<Model> {
  const { author: provider, slug: model } = linkModel(id).params;
  return read(getModelByParts({ path: { provider, model } }));
}

function Comparison({ models }: { readonly models: readonly Model[] }): ReactNode {
  const rows: readonly (readonly [string, (model: Model) => ReactNode])[] = [
    [t('Prompt'), (model) => <Price model={model} side="prompt" />],
    [t('Completion'), (model) => <Price model={model} side="completion" />],
    [t('Other prices'), ({ pricing }) => listUnitPrices(pricing).join(', ') || '–'],
    [
      t('Context (tokens)'),
      ({ context_length: size }) => (size === null ? '–' : formatCount(size)),
    ],
    [t('Takes'), ({ architecture }) => architecture.input_modalities.join(', ')],
    [t('Gives'), ({ architecture }) => architecture.output_modalities.join(', ')],
    [t('Status'), ({ status }) => status],
  ];
  return (
    <div role="region" aria-label={t('Compared')} tabIndex={0} className="overflow-x-auto">
      <table className="border-collapse">
        <caption className="sr-only">{t('Compared')}</caption>
        <thead>
          <tr className="border-b border-line text-left">
            <td />
            {models.map(({ id, name }) => (
              <th key={id} scope="col" className="px-2 py-1.5 font-medium">
                <Link {...linkModel(id)}>{name}</Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, render]) => (
            <tr key={title} className="border-b border-line">
              <th scope="row" className="px-2 py-1.5 text-left font-normal text-muted">
                {title}
              </th>
              {models.map((model) => (
                <td key={model.id} className="px-2 py-1.5 align-top">
                  {render(model)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Price({
  model,
  side,
}: {
  readonly model: Model;
  readonly side: 'prompt' | 'completion';
}): ReactNode {
  return (
    <span className="inline-block">
      <TokenPrice pricing={model.pricing} tiers={model.pricing_tiers} side={side} />
    </span>
  );
}
