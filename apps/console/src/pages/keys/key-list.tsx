import { useMemo, type ReactNode } from 'react';
import { makeSorting } from '../../app/list-view';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { SelectField } from '../../ui/field';
import { FindField } from '../../ui/find-field';
import { Money } from '../../ui/money';
import { MoreButton } from '../../ui/more-button';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { Time, TimeAgo } from '../../ui/time';
import { KeyActions } from './key-actions';
import type { Key, KeyDesk } from './key-desk';
import { makeKeyQuery, type KeyView } from './key-filters';
import { KeyStatus } from './key-status';
import { nameCap } from './name-cap';

/** Keys: what they may spend, what they spent, and when they end. */
export function KeyList({
  create,
  desk,
  filters,
  isReadOnly = false,
  nameOwner,
  onFilter,
}: {
  readonly desk: KeyDesk;
  readonly filters: KeyView;
  readonly onFilter: (filters: KeyView) => void;
  /** The button that makes a key, for an empty list. */
  readonly create: ReactNode;
  readonly isReadOnly?: boolean;
  /** Of an organization's keys; undefined: all are the caller's. */
  readonly nameOwner?: (key: Key) => string;
}): ReactNode {
  const query = makeKeyQuery(filters);
  const isDeleted = filters.list === 'deleted';
  const keys = usePages(desk.queryKey, query, desk.list);
  const columns = useMemo(() => {
    const actions = isReadOnly ? [] : [makeActions(desk)];
    const common = makeColumns(nameOwner);
    return isDeleted ? [...common, deletedColumn()] : [...common, ...limitColumns(), ...actions];
  }, [desk, isDeleted, isReadOnly, nameOwner]);
  return (
    <>
      <ListFields filters={filters} onFilter={onFilter} />
      <QueryView query={keys} lines={5}>
        {({ pages }) => (
          <Table
            caption={t('Keys')}
            columns={columns}
            rows={pages.flatMap((page) => page.keys)}
            rowKey={({ id }) => id}
            sorting={makeSorting(query, filters, onFilter)}
            empty={<NoKeys isDeleted={isDeleted} isSearch={'search' in query} create={create} />}
          />
        )}
      </QueryView>
      <MoreButton query={keys} />
    </>
  );
}

function ListFields({
  filters,
  onFilter,
}: {
  readonly filters: KeyView;
  readonly onFilter: (filters: KeyView) => void;
}): ReactNode {
  const { find } = filters;
  const found = find === undefined ? {} : { find };
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <FindField label={t('Find by name or beginning')} view={filters} onView={onFilter} />
      <SelectField
        label={t('Show')}
        value={filters.list ?? ''}
        options={{ '': t('keys that are not deleted'), deleted: t('deleted keys') }}
        onChange={({ target: { value } }) =>
          onFilter(value === 'deleted' ? { ...found, list: 'deleted' } : found)
        }
      />
    </div>
  );
}

function NoKeys({
  create,
  isDeleted,
  isSearch,
}: {
  readonly isDeleted: boolean;
  readonly isSearch: boolean;
  readonly create: ReactNode;
}): ReactNode {
  if (isSearch) return <EmptyState title={t('No key matches')} />;
  if (isDeleted) return <EmptyState title={t('No key was deleted')} />;
  return (
    <EmptyState title={t('There is no key yet')} action={create}>
      {t('Make one for each program, so that you can cap and end them one by one.')}
    </EmptyState>
  );
}

function makeActions(desk: KeyDesk): Column<Key> {
  return {
    key: 'actions',
    title: t('Actions'),
    render: (key) => <KeyActions desk={desk} apiKey={key} />,
  };
}

function makeColumns(nameOwner: ((key: Key) => string) | undefined): readonly Column<Key>[] {
  return [
    {
      key: 'name',
      title: t('Name'),
      sortBy: 'name',
      render: (key) => (
        <span className="grid">
          <span className="font-medium">
            {key.name} {key.keyType === 'management' && <Badge>{t('management')}</Badge>}
            {key.keyType === 'test' && <Badge>{t('test')}</Badge>}
          </span>
          <span className="font-mono text-xs text-muted whitespace-nowrap">
            {key.keyPrefix}…{key.keySuffix}
          </span>
        </span>
      ),
    },
    ...(nameOwner === undefined
      ? []
      : [{ key: 'owner', title: t('Owner'), sortBy: 'owner', render: nameOwner }]),
    { key: 'status', title: t('Status'), render: (key) => <KeyStatus apiKey={key} /> },
    {
      key: 'spend',
      title: t('Spent (USD)'),
      sortBy: 'spend',
      isFigure: true,
      render: (key) => <Money usd={key.usage} />,
    },
    {
      key: 'lastUsed',
      title: t('Last used'),
      sortBy: 'lastUsedAt',
      render: (key) => (key.lastUsed === null ? t('never') : <TimeAgo at={key.lastUsed} />),
    },
  ];
}

function deletedColumn(): Column<Key> {
  return {
    key: 'deleted',
    title: t('Deleted'),
    sortBy: 'deletedAt',
    render: (key) => <Time at={key.deletedAt} />,
  };
}

function limitColumns(): readonly Column<Key>[] {
  return [
    {
      key: 'left',
      title: t('Cap left (USD)'),
      isFigure: true,
      render: (key) => <CapLeft apiKey={key} />,
    },
    {
      key: 'expires',
      title: t('Expires'),
      sortBy: 'expiresAt',
      render: (key) => (key.expiresAt === null ? t('never') : <Time at={key.expiresAt} />),
    },
  ];
}

/** What is left, of how much, and when it starts again. */
function CapLeft({ apiKey }: { readonly apiKey: Key }): ReactNode {
  const { limit, limit_remaining: left, limit_reset: period } = apiKey;
  if (limit === null) return <span className="text-muted">{t('no cap')}</span>;
  return (
    <span className="grid justify-items-end">
      <Money usd={left ?? limit} />
      <span className="text-muted text-xs">{nameCap(limit, period)}</span>
    </span>
  );
}
