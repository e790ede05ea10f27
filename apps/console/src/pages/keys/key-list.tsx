import { useMemo, type ReactNode } from 'react';
import { makeListQuery, makeSorting, type ListView } from '../../app/list-view';
import { usePages } from '../../app/use-pages';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { FindField } from '../../ui/find-field';
import { Money } from '../../ui/money';
import { MoreButton } from '../../ui/more-button';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { Time, TimeAgo } from '../../ui/time';
import { KeyActions } from './key-actions';
import type { Key, KeyDesk } from './key-desk';
import { keyRules } from './key-filters';
import { KeyStatus } from './key-status';

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
  readonly filters: ListView;
  readonly onFilter: (filters: ListView) => void;
  /** The button that makes a key, for an empty list. */
  readonly create: ReactNode;
  readonly isReadOnly?: boolean;
  /** Of an organization's keys; undefined: all are the caller's. */
  readonly nameOwner?: (key: Key) => string;
}): ReactNode {
  const query = { include_disabled: 'true', ...makeListQuery(filters, keyRules) } as const;
  const keys = usePages(desk.queryKey, query, desk.list);
  const columns = useMemo(
    () => [...makeColumns(nameOwner), ...(isReadOnly ? [] : [makeActions(desk)])],
    [desk, isReadOnly, nameOwner],
  );
  const empty =
    query.search === undefined ? (
      <EmptyState title={t('There is no key yet')} action={create}>
        {t('Make one for each program, so that you can cap and end them one by one.')}
      </EmptyState>
    ) : (
      <EmptyState title={t('No key matches')} />
    );
  return (
    <>
      <FindField label={t('Find by name or beginning')} view={filters} onView={onFilter} />
      <QueryView query={keys} lines={5}>
        {({ pages }) => (
          <Table
            caption={t('Keys')}
            columns={columns}
            rows={pages.flatMap((page) => page.keys)}
            rowKey={({ id }) => id}
            sorting={makeSorting(query, filters, onFilter)}
            empty={empty}
          />
        )}
      </QueryView>
      <MoreButton query={keys} />
    </>
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
          </span>
          <span className="font-mono text-xs text-muted">
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
      key: 'left',
      title: t('Cap left (USD)'),
      isFigure: true,
      render: (key) => <CapLeft apiKey={key} />,
    },
    {
      key: 'lastUsed',
      title: t('Last used'),
      sortBy: 'lastUsedAt',
      render: (key) => (key.lastUsed === null ? t('never') : <TimeAgo at={key.lastUsed} />),
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
  const periods: Readonly<Record<string, (cap: string) => string>> = {
    daily: (cap) => t('of {cap} a day', { cap }),
    weekly: (cap) => t('of {cap} a week', { cap }),
    monthly: (cap) => t('of {cap} a month', { cap }),
  };
  const nameCap = periods[period ?? ''] ?? ((cap: string) => t('of {cap}', { cap }));
  return (
    <span className="grid justify-items-end">
      <Money usd={left ?? limit} />
      <span className="text-muted text-xs">{nameCap(formatUsd(limit))}</span>
    </span>
  );
}
