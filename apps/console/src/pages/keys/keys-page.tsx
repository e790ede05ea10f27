import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listAccountKeys } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { TextField } from '../../ui/field';
import { Money } from '../../ui/money';
import { Card, Page } from '../../ui/page';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { Time, TimeAgo } from '../../ui/time';
import { CreateKeyDialog } from './create-key-dialog';
import { KeyActions } from './key-actions';
import { findKeys, sortKeys, type Key, type KeySort } from './key-list';

const keysQuery = { include_disabled: 'true', limit: 100 } as const;

/** The caller's own keys: what they may spend, what they spent, and when they end. */
export function KeysPage(): ReactNode {
  const { find = '' } = useSearch({ from: '/shell/keys' });
  const navigate = useNavigate({ from: '/keys' });
  const [isCreating, setCreating] = useState(false);
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: () => read(listAccountKeys({ query: keysQuery })),
  });
  return (
    <Page
      title={t('Keys')}
      lead={t('A key calls models for your account. Its secret is shown once, when it is made.')}
      actions={
        <>
          <CurlLink path="/api/account/keys" query={keysQuery} />
          <Button look="primary" onClick={() => setCreating(true)}>
            {t('Make a key')}
          </Button>
        </>
      }
    >
      <Card>
        <TextField
          label={t('Find by name or ending')}
          type="search"
          value={find}
          onChange={(event) => {
            const { value } = event.target;
            void navigate({
              search: (former) => ({ ...former, find: value === '' ? undefined : value }),
              replace: true,
            });
          }}
        />
        {keys.isPending && <LoadingState lines={5} />}
        {keys.isError && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
        {keys.data !== undefined && (
          <KeyTable keys={keys.data.keys} onCreate={() => setCreating(true)} />
        )}
      </Card>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function KeyTable({
  keys,
  onCreate,
}: {
  readonly keys: readonly Key[];
  readonly onCreate: () => void;
}): ReactNode {
  const { find = '', order = 'down', sort = 'created' } = useSearch({ from: '/shell/keys' });
  const navigate = useNavigate({ from: '/keys' });
  const isDescending = order === 'down';
  const onSort = (by: string, isDown: boolean): void => {
    const sorted = { sort: by as KeySort, order: isDown ? ('down' as const) : ('up' as const) };
    void navigate({ search: (former) => ({ ...former, ...sorted }) });
  };
  const empty =
    find === '' ? (
      <EmptyState
        title={t('You have no key yet')}
        action={
          <Button look="primary" onClick={onCreate}>
            {t('Make a key')}
          </Button>
        }
      >
        {t('Make one for each program, so that you can cap and end them one by one.')}
      </EmptyState>
    ) : (
      <EmptyState title={t('No key matches')} />
    );
  return (
    <Table
      caption={t('Keys')}
      columns={columns()}
      rows={sortKeys(findKeys(keys, find), sort, isDescending)}
      rowKey={({ id }) => id}
      sorting={{ by: sort, isDescending, onSort }}
      empty={empty}
    />
  );
}

function columns(): readonly Column<Key>[] {
  return [
    {
      key: 'name',
      title: t('Name'),
      sortBy: 'name',
      render: (key) => (
        <span className="grid">
          <span className="font-medium">{key.name}</span>
          <span className="font-mono text-xs text-muted">
            {key.keyPrefix}…{key.keySuffix}
          </span>
        </span>
      ),
    },
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
      render: (key) =>
        key.limit === null ? t('no cap') : <Money usd={key.limit_remaining ?? key.limit} />,
    },
    {
      key: 'lastUsed',
      title: t('Last used'),
      sortBy: 'lastUsed',
      render: (key) => (key.lastUsed === null ? t('never') : <TimeAgo at={key.lastUsed} />),
    },
    {
      key: 'expires',
      title: t('Expires'),
      sortBy: 'expires',
      render: (key) => (key.expiresAt === null ? t('never') : <Time at={key.expiresAt} />),
    },
    { key: 'actions', title: t('Actions'), render: (key) => <KeyActions apiKey={key} /> },
  ];
}

function KeyStatus({ apiKey }: { readonly apiKey: Key }): ReactNode {
  if (!apiKey.enabled) return <Badge tone="bad">{t('disabled')}</Badge>;
  if (apiKey.expiresAt !== null && Date.parse(apiKey.expiresAt) <= Date.now()) {
    return <Badge tone="bad">{t('expired')}</Badge>;
  }
  if (apiKey.limit_remaining !== null && apiKey.limit_remaining <= 0) {
    return <Badge tone="warn">{t('cap spent')}</Badge>;
  }
  return <Badge tone="good">{t('active')}</Badge>;
}
