import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { deleteByokKey, listByokKeys, updateByokKey } from '../../api/generated/sdk.gen';
import type { ByokKey } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
import { Badge, type Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { ConfirmDialog } from '../../ui/dialog';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { OwnKeyDialog } from './own-key-dialog';

/** Keys that the organization has at providers: calls with them cost no credit. */
export function OwnKeysSection({ orgId }: { readonly orgId: string }): ReactNode {
  const [edited, setEdited] = useState<ByokKey | 'new'>();
  const [removed, setRemoved] = useState<ByokKey>();
  const queries = useQueryClient();
  const queryKey = ['org', orgId, 'own-keys'];
  const keys = useQuery({ queryKey, queryFn: () => read(listByokKeys({ query: { orgId } })) });
  const renew = () => queries.invalidateQueries({ queryKey });
  const switchKey = async ({ enabled, id }: ByokKey): Promise<void> => {
    await read(updateByokKey({ path: { id }, query: { orgId }, body: { enabled: !enabled } }));
    await renew();
  };
  const create = <Button onClick={() => setEdited('new')}>{t('Add a provider key')}</Button>;
  return (
    <Card
      title={t('Own provider keys')}
      actions={
        <>
          <CurlLink path="/v1/management/byok-keys" />
          {create}
        </>
      }
    >
      <p className="text-muted">
        {t('Calls of models that an own key serves go to its provider first and cost no credit.')}
      </p>
      <QueryView query={keys}>
        {(data) => (
          <Table
            caption={t('Own provider keys')}
            rows={data.keys}
            rowKey={({ id }) => id}
            columns={columns({ onEdit: setEdited, onRemove: setRemoved, onSwitch: switchKey })}
            empty={<EmptyState title={t('No own provider key yet')} action={create} />}
          />
        )}
      </QueryView>
      {edited !== undefined && (
        <OwnKeyDialog
          orgId={orgId}
          ownKey={edited === 'new' ? undefined : edited}
          onSaved={renew}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed !== undefined && (
        <ConfirmDialog
          title={t('Delete {name}?', { name: removed.name })}
          action={t('Delete the provider key')}
          onConfirm={async () => {
            await read(deleteByokKey({ path: { id: removed.id }, query: { orgId } }));
            await renew();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('Its calls go to the providers of the platform again and cost credit.')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

const healthTones: Readonly<Record<ByokKey['health']['status'], Tone>> = {
  unknown: 'neutral',
  healthy: 'good',
  failing: 'bad',
};

function columns(options: {
  readonly onEdit: (key: ByokKey) => void;
  readonly onRemove: (key: ByokKey) => void;
  readonly onSwitch: (key: ByokKey) => Promise<void>;
}): readonly Column<ByokKey>[] {
  return [
    {
      key: 'name',
      title: t('Name'),
      render: ({ keyMask, name }) => (
        <span className="grid">
          <span className="font-medium">{name}</span>
          <span className="font-mono text-xs text-muted">{keyMask}</span>
        </span>
      ),
    },
    {
      key: 'url',
      title: t('Provider'),
      render: ({ baseUrl, protocol }) => (
        <span className="grid">
          <span className="break-all">{baseUrl}</span>
          <span className="text-xs text-muted">{protocol}</span>
        </span>
      ),
    },
    { key: 'status', title: t('Status'), render: (key) => <Health ownKey={key} /> },
    {
      key: 'models',
      title: t('Models'),
      isFigure: true,
      render: ({ models }) => models.filter(({ enabled }) => enabled).length,
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (key) => (
        <span className="flex flex-wrap gap-1">
          <Button onClick={() => options.onEdit(key)}>{t('Change')}</Button>
          <ActionButton onAction={() => options.onSwitch(key)}>
            {key.enabled ? t('Disable') : t('Enable')}
          </ActionButton>
          <Button look="danger" onClick={() => options.onRemove(key)}>
            {t('Delete')}
          </Button>
        </span>
      ),
    },
  ];
}

function Health({ ownKey }: { readonly ownKey: ByokKey }): ReactNode {
  const { enabled, fallbackMode, health } = ownKey;
  const names = { unknown: t('not checked'), healthy: t('healthy'), failing: t('failing') };
  return (
    <span className="grid justify-items-start gap-0.5 max-sm:justify-items-end">
      {enabled ? (
        <Badge tone={healthTones[health.status]}>{names[health.status]}</Badge>
      ) : (
        <Badge tone="bad">{t('disabled')}</Badge>
      )}
      <span className="text-xs text-muted">
        {fallbackMode === 'strict' ? t('no other provider') : t('else the platform')}
      </span>
      {health.lastError !== null && (
        <span className="text-xs text-bad wrap-anywhere">{health.lastError}</span>
      )}
      {health.lastCheckedAt !== null && (
        <span className="text-xs text-muted">
          <Time at={health.lastCheckedAt} />
        </span>
      )}
    </span>
  );
}
