import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { listModels } from '../../api/generated/sdk.gen';
import type { ListModelsData, ListModelsResponse } from '../../api/generated/types.gen';
import { makeListQuery, makeSorting, type ListRules } from '../../app/list-view';
import { compact } from '../../app/search';
import { usePages } from '../../app/use-pages';
import { formatShortCount } from '../../format/number';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { CopyButton } from '../../ui/copy';
import { CurlLink } from '../../ui/curl-link';
import { CheckField } from '../../ui/field';
import { FindField } from '../../ui/find-field';
import { MoreButton } from '../../ui/more-button';
import { Card, Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { RowLink } from '../../ui/row-link';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { CompareCard } from './compare-card';
import { linkModel } from './link-model';
import { listUnitPrices } from './list-prices';
import { comparedMax, listCompared, toggleCompared, type ModelsView } from './models-view';
import { TokenPrice } from './token-price';

type Model = ListModelsResponse['data'][number];
type Architecture = Model['architecture'];

const rules: ListRules<NonNullable<NonNullable<ListModelsData['query']>['sort']>> = {
  sorts: ['name', 'prompt_price', 'completion_price', 'context_length'],
  sort: 'name',
  order: 'asc',
};

/** All models with their prices. */
export function ModelsPage(): ReactNode {
  const view: ModelsView = useSearch({ from: '/shell/models' });
  const navigate = useNavigate({ from: '/models' });
  const onView = (search: ModelsView): void => void navigate({ search, replace: true });
  const compared = listCompared(view);
  const query = { output_modalities: 'all', ...makeListQuery(view, rules) };
  const models = usePages(['models', 'list'], query, (page) => read(listModels({ query: page })));
  return (
    <Page
      title={t('Models')}
      lead={t(
        'Prices in USD per million tokens. The page of a model shows its providers and price history.',
      )}
      actions={<CurlLink path="/v1/models" query={query} />}
    >
      {compared.length > 0 && (
        <CompareCard
          ids={compared}
          onClear={() => onView(compact({ ...view, compare: undefined }))}
        />
      )}
      <Card>
        <FindField label={t('Find a model')} view={view} onView={onView} />
        <QueryView query={models} lines={8}>
          {({ pages }) => (
            <Table
              caption={t('Models')}
              columns={columns(compared, (id) => onView(toggleCompared(view, id)))}
              rows={pages.flatMap((page) => page.data)}
              rowKey={({ id }) => id}
              sorting={makeSorting(query, view, onView)}
              empty={<EmptyState title={t('No model matches')} />}
            />
          )}
        </QueryView>
        <MoreButton query={models} />
      </Card>
    </Page>
  );
}

/** `text, image → text` */
function showModality({ input_modalities: takes, output_modalities: gives }: Architecture): string {
  return `${takes.join(', ')} → ${gives.join(', ')}`;
}

function columns(
  compared: readonly string[],
  onCompare: (id: string) => void,
): readonly Column<Model>[] {
  return [
    {
      key: 'name',
      title: t('Name'),
      sortBy: 'name',
      render: (model) => (
        <span className="grid sm:min-w-56">
          <span className="flex flex-wrap gap-x-2">
            <RowLink {...linkModel(model.id)} className="font-medium">
              {model.name}
            </RowLink>
            {model.status !== 'active' && <Badge tone="warn">{model.status}</Badge>}
          </span>
          <span className="font-mono text-xs text-muted break-all">{model.id}</span>
        </span>
      ),
    },
    {
      key: 'prompt',
      title: t('Prompt'),
      sortBy: 'prompt_price',
      isFigure: true,
      render: ({ pricing, pricing_tiers: tiers }) => (
        <TokenPrice pricing={pricing} tiers={tiers} side="prompt" />
      ),
    },
    {
      key: 'completion',
      title: t('Completion'),
      sortBy: 'completion_price',
      isFigure: true,
      render: ({ pricing, pricing_tiers: tiers }) => (
        <TokenPrice pricing={pricing} tiers={tiers} side="completion" />
      ),
    },
    {
      key: 'other',
      title: t('Other prices'),
      render: ({ pricing }) => (
        <span className="text-xs">{listUnitPrices(pricing).join(', ') || '–'}</span>
      ),
    },
    {
      key: 'context',
      title: t('Context (tokens)'),
      sortBy: 'context_length',
      isFigure: true,
      render: (model) =>
        model.context_length === null ? '–' : formatShortCount(model.context_length),
    },
    {
      key: 'modality',
      title: t('Takes and gives'),
      render: ({ architecture }) => <span className="text-xs">{showModality(architecture)}</span>,
    },
    {
      // Not `actions`, which stay on one line: this table is too wide for that at 1280 px.
      key: 'choices',
      title: t('Actions'),
      render: ({ id, name }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <CopyButton text={id} label={t('Copy the id')} />
          <CheckField
            label={t('Compare')}
            aria-label={t('Compare {name}', { name })}
            checked={compared.includes(id)}
            disabled={!compared.includes(id) && compared.length >= comparedMax}
            onChange={() => onCompare(id)}
          />
        </span>
      ),
    },
  ];
}
