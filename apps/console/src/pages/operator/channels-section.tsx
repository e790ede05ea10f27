import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listAllChannels, setChannel } from '../../api/generated/sdk.gen';
import type { ListedChannel } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Money } from '../../ui/money';
import type { Column } from '../../ui/table';
import { ChannelDialog, pickSettings } from './channel-dialog';
import { OperatorList, useItems } from './operator-list';
import { ConfirmButton, useRefresh } from './save-dialog';

/** How payers can buy credit. */
export function ChannelsSection(): ReactNode {
  const [edited, setEdited] = useState<ListedChannel | 'new'>();
  const items = useItems('channels', () => read(listAllChannels()));
  const channels = items.data?.pages.flatMap((page) => page.items) ?? [];
  const add = (
    <Button disabled={!items.isSuccess} onClick={() => setEdited('new')}>
      {t('Add a channel')}
    </Button>
  );
  return (
    <OperatorList
      title={t('Payment channels')}
      items={items}
      curl="/api/admin/channels"
      rowKey={({ id }) => id}
      emptyText={t('No payment channel yet')}
      actions={add}
      columns={columns(setEdited)}
    >
      {edited !== undefined && (
        <ChannelDialog
          channel={edited === 'new' ? undefined : edited}
          takenIds={channels.map(({ id }) => id)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </OperatorList>
  );
}

function columns(onEdit: (channel: ListedChannel) => void): readonly Column<ListedChannel>[] {
  return [
    {
      key: 'id',
      title: t('Channel'),
      render: ({ id, provider }) => (
        <span className="grid">
          {id}
          <span className="text-muted text-xs">{provider}</span>
        </span>
      ),
    },
    {
      key: 'currency',
      title: t('Currency'),
      render: ({ currency, localCurrency }) =>
        localCurrency ? t('{currency} with value-added tax', { currency }) : currency,
    },
    { key: 'rate', title: t('For 1 USD'), isFigure: true, render: ({ fxRate }) => fxRate },
    {
      key: 'min',
      title: t('Minimum (USD)'),
      isFigure: true,
      render: ({ minUsd }) => <Money usd={minUsd} />,
    },
    {
      key: 'max',
      title: t('Maximum (USD)'),
      isFigure: true,
      render: ({ maxUsd }) => <Money usd={maxUsd} />,
    },
    { key: 'state', title: t('Status'), render: (channel) => <ChannelState channel={channel} /> },
    {
      key: 'actions',
      title: t('Actions'),
      render: (channel) => <ChannelActions channel={channel} onEdit={onEdit} />,
    },
  ];
}

function ChannelState({ channel }: { readonly channel: ListedChannel }): ReactNode {
  if (!channel.enabled) return <Badge>{t('closed')}</Badge>;
  if (!channel.providerSetUp) return <Badge tone="warn">{t('provider not set up')}</Badge>;
  return <Badge tone="good">{t('open')}</Badge>;
}

function ChannelActions({
  channel,
  onEdit,
}: {
  readonly channel: ListedChannel;
  readonly onEdit: (channel: ListedChannel) => void;
}): ReactNode {
  const { enabled, id } = channel;
  const refresh = useRefresh();
  const save = async (isEnabled: boolean): Promise<void> => {
    const body = { ...pickSettings(channel), enabled: isEnabled };
    await read(setChannel({ path: { id }, body }));
    await refresh();
  };
  return (
    <span className="flex flex-wrap gap-1">
      <Button onClick={() => onEdit(channel)}>{t('Change')}</Button>
      {enabled ? (
        <ConfirmButton
          label={t('Close')}
          action={t('Close the channel')}
          title={t('Close the payment channel {id}?', { id })}
          onConfirm={() => save(false)}
        >
          <p>{t('New top-ups by it are refused. Top-ups that are under way stay payable.')}</p>
        </ConfirmButton>
      ) : (
        <ActionButton onAction={() => save(true)}>{t('Open')}</ActionButton>
      )}
    </span>
  );
}
