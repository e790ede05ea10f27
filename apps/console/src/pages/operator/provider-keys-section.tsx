import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import {
  deleteProviderKey,
  listProviderKeys,
  testProviderKey,
  updateProviderKey,
} from '../../api/generated/sdk.gen';
import type { ProviderKey, ProviderKeyTest } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/table';
import { describeError } from '../../ui/states';
import { OperatorList, pageQuery, useItems } from './operator-list';
import { ProviderKeyDialog } from './provider-key-dialog';
import { ConfirmButton, useRefresh } from './save-dialog';

const DiscoverDialog = lazy(async () => ({
  default: (await import('./discover-dialog')).DiscoverDialog,
}));

export function ProviderKeysSection(): ReactNode {
  const [edited, setEdited] = useState<ProviderKey | 'new'>();
  const [isDiscovering, setDiscovering] = useState(false);
  const items = useItems('provider-keys', (cursor) =>
    read(listProviderKeys({ query: pageQuery(cursor) })),
  );
  return (
    <OperatorList
      title={t('Provider keys')}
      items={items}
      curl="/api/admin/provider-keys"
      rowKey={({ id }) => id}
      emptyText={t('No provider key yet')}
      actions={
        <>
          <Button onClick={() => setEdited('new')}>{t('Add a provider key')}</Button>
          <Button onClick={() => setDiscovering(true)}>{t('Discover models')}</Button>
        </>
      }
      columns={columns(setEdited)}
    >
      {isDiscovering && (
        <Suspense>
          <DiscoverDialog
            providerKeys={items.data?.pages.flatMap((page) => page.items) ?? []}
            onClose={() => setDiscovering(false)}
          />
        </Suspense>
      )}
      {edited !== undefined && (
        <ProviderKeyDialog
          providerKey={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </OperatorList>
  );
}

function columns(onEdit: (key: ProviderKey) => void): readonly Column<ProviderKey>[] {
  return [
    {
      key: 'provider',
      title: t('Provider'),
      render: ({ isDefault, keyMask, provider }) => (
        <span className="grid">
          <span>
            {provider} {isDefault && <Badge>{t('default')}</Badge>}
          </span>
          <span className="font-mono text-xs text-muted">{keyMask}</span>
        </span>
      ),
    },
    { key: 'protocol', title: t('Protocol'), render: ({ protocol }) => protocol },
    {
      key: 'url',
      title: t('Address'),
      render: ({ baseUrl }) => <span className="font-mono text-xs break-all">{baseUrl}</span>,
    },
    { key: 'weight', title: t('Weight'), isFigure: true, render: ({ weight }) => weight },
    {
      key: 'state',
      title: t('Status'),
      render: ({ enabled }) => (
        <Badge tone={enabled ? 'good' : 'bad'}>{enabled ? t('on') : t('off')}</Badge>
      ),
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (key) => <KeyActions providerKey={key} onEdit={() => onEdit(key)} />,
    },
  ];
}

function KeyActions({
  onEdit,
  providerKey: { enabled, id, keyMask, provider },
}: {
  readonly providerKey: ProviderKey;
  readonly onEdit: () => void;
}): ReactNode {
  const refresh = useRefresh();
  const setEnabled = async (value: boolean): Promise<void> => {
    await read(updateProviderKey({ path: { id }, body: { enabled: value } }));
    await refresh();
  };
  const name = `${provider} ${keyMask}`;
  return (
    <span className="flex flex-wrap items-center gap-1">
      <TestKey id={id} />
      <Button onClick={onEdit}>{t('Edit')}</Button>
      {enabled ? (
        <ConfirmButton
          label={t('Disable')}
          title={t('Disable {name}?', { name })}
          onConfirm={() => setEnabled(false)}
        >
          <p>{t('No new call uses its routes until it is enabled again.')}</p>
        </ConfirmButton>
      ) : (
        <ActionButton onAction={() => setEnabled(true)}>{t('Enable')}</ActionButton>
      )}
      <ConfirmButton
        label={t('Delete')}
        title={t('Delete {name}?', { name })}
        onConfirm={() => read(deleteProviderKey({ path: { id } }))}
      >
        <p>{t('The key is erased. A key with routes cannot be deleted: delete them first.')}</p>
      </ConfirmButton>
    </span>
  );
}

function TestKey({ id }: { readonly id: string }): ReactNode {
  const test = useMutation({ mutationFn: () => read(testProviderKey({ path: { id } })) });
  return (
    <>
      <Button isBusy={test.isPending} onClick={() => test.mutate()}>
        {t('Test')}
      </Button>
      <span role="status">
        {test.isError && <Badge tone="bad">{describeError(test.error)}</Badge>}
        {test.isSuccess && <TestResult result={test.data} />}
      </span>
    </>
  );
}

function TestResult({
  result: { error, latencyMs, models, ok, status },
}: {
  readonly result: ProviderKeyTest;
}): ReactNode {
  if (!ok)
    return <Badge tone="bad">{error ?? t('answered {status}', { status: status ?? '–' })}</Badge>;
  return (
    <Badge tone="good">
      {models === null
        ? t('works, {ms} ms', { ms: latencyMs })
        : t('works, {ms} ms, models: {count}', { ms: latencyMs, count: models })}
    </Badge>
  );
}
