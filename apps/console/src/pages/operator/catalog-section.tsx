import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { hideModel, listCatalogModels } from '../../api/generated/sdk.gen';
import type { CatalogModel, ListCatalogModelsData } from '../../api/generated/types.gen';
import type { ListRules } from '../../app/list-view';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/table';
import { listUnitPrices } from '../models/list-prices';
import { AliasesCard } from './aliases-card';
import { ImportDialog } from './import-dialog';
import { ModelDialog, RetireDialog } from './model-dialog';
import { OperatorList } from './operator-list';
import { ConfirmButton } from './save-dialog';
import { useSortedItems } from './use-sorted-items';

type ModelAct =
  | { readonly kind: 'edit' | 'retire'; readonly model: CatalogModel }
  | { readonly kind: 'new' | 'import' };

const rules: ListRules<NonNullable<NonNullable<ListCatalogModelsData['query']>['sort']>> = {
  sorts: ['id', 'name', 'createdAt', 'updatedAt'],
  sort: 'id',
  order: 'asc',
};

/** The models, their prices and other names. */
export function CatalogSection(): ReactNode {
  const [act, setAct] = useState<ModelAct>();
  const close = (): void => setAct(undefined);
  const list = useSortedItems('models', rules, (query) => read(listCatalogModels({ query })));
  return (
    <>
      <OperatorList
        title={t('Catalog')}
        {...list}
        findLabel={t('Find a model')}
        curl="/api/admin/models"
        rowKey={({ id }) => id}
        emptyText={t('No model yet')}
        actions={
          <>
            <Button onClick={() => setAct({ kind: 'new' })}>{t('Add a model')}</Button>
            <Button onClick={() => setAct({ kind: 'import' })}>{t('Import')}</Button>
          </>
        }
        columns={modelColumns(setAct)}
      />
      <AliasesCard />
      {act?.kind === 'new' && <ModelDialog model={undefined} onClose={close} />}
      {act?.kind === 'edit' && <ModelDialog model={act.model} onClose={close} />}
      {act?.kind === 'retire' && <RetireDialog model={act.model} onClose={close} />}
      {act?.kind === 'import' && <ImportDialog onClose={close} />}
    </>
  );
}

function modelColumns(onAct: (act: ModelAct) => void): readonly Column<CatalogModel>[] {
  return [
    {
      key: 'id',
      title: t('Model'),
      sortBy: 'id',
      render: ({ id, kind }) => (
        <span className="grid">
          <span className="wrap-anywhere">{id}</span>
          <span className="text-xs text-muted">{kind}</span>
        </span>
      ),
    },
    {
      key: 'prices',
      title: t('In / out (USD per million)'),
      isFigure: true,
      render: ({ priceVersion, prices }) => (
        <span className="grid">
          {showPrices(prices)}
          <span className="text-xs text-muted">
            {t('price version {version}', { version: priceVersion })}
          </span>
        </span>
      ),
    },
    { key: 'state', title: t('Status'), render: (model) => <ModelState model={model} /> },
    {
      key: 'actions',
      title: t('Actions'),
      render: (model) => (
        <span className="flex flex-wrap gap-1">
          <Button onClick={() => onAct({ kind: 'edit', model })}>
            {model.hidden ? t('List again') : t('Edit')}
          </Button>
          {!model.hidden && (
            <>
              <Button onClick={() => onAct({ kind: 'retire', model })}>{t('Retire')}</Button>
              <ConfirmButton
                label={t('Hide')}
                title={t('Hide {model}?', { model: model.id })}
                onConfirm={() => read(hideModel({ path: { id: model.id } }))}
              >
                <p>
                  {t(
                    'Calls of it are refused at once. Receipts keep their prices, and it can be listed again.',
                  )}
                </p>
              </ConfirmButton>
            </>
          )}
        </span>
      ),
    },
  ];
}

/** Of tokens, or else of what the model is priced by. */
function showPrices(prices: CatalogModel['prices']): string {
  const { audioSecond, character, completion, image, prompt, request, searchUnit } = prices;
  const { videoSecond, web } = prices;
  const units = listUnitPrices({
    image,
    audio_second: audioSecond,
    character,
    video_second: videoSecond,
    search_unit: searchUnit,
    request,
    web_search: web,
  });
  const isByToken = prompt != null || completion != null || units.length === 0;
  return isByToken ? `${showPrice(prompt)} / ${showPrice(completion)}` : units.join(', ');
}

function showPrice(price: string | number | null | undefined): string {
  return price == null ? '–' : formatUsd(Number(price));
}

function ModelState({
  model: { deprecationDate, enabled, hidden },
}: {
  readonly model: CatalogModel;
}): ReactNode {
  if (hidden) return <Badge tone="warn">{t('hidden')}</Badge>;
  if (enabled === false) return <Badge tone="warn">{t('off')}</Badge>;
  if (deprecationDate != null) {
    return <Badge tone="warn">{t('ends on {date}', { date: deprecationDate })}</Badge>;
  }
  return <Badge tone="good">{t('listed')}</Badge>;
}
