import { useRef, useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { discoverModels } from '../../api/generated/sdk.gen';
import type { DiscoveredModels, ProviderKey } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { CheckField, SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { showToast } from '../../ui/toast';
import { addDiscovered, canBeAdded, findModels, type DiscoveredModel } from './discovered-models';
import { useRefresh } from './save-dialog';

/** A dialog with a thousand rows would be slow. */
const shownMax = 200;

/** Asks a provider for its models and adds the chosen ones to the catalog. */
export function DiscoverDialog({
  onClose,
  providerKeys,
}: {
  readonly providerKeys: readonly ProviderKey[];
  readonly onClose: () => void;
}): ReactNode {
  const [found, setFound] = useState<DiscoveredModels>();
  // The gateway uses the first enabled key of a provider, so that one is put in last.
  const byUse = [...providerKeys].reverse().sort((a, b) => Number(a.enabled) - Number(b.enabled));
  const providers = Object.fromEntries(
    byUse.map(({ baseUrl, provider }) => [provider, `${provider} · ${baseUrl}`]),
  );
  return (
    <Dialog title={t('Discover models')} onClose={onClose}>
      {providerKeys.length === 0 && (
        <EmptyState title={t('No provider key yet')}>
          {t('Add the key of a provider first.')}
        </EmptyState>
      )}
      {providerKeys.length > 0 && found === undefined && (
        <Form
          fields={['provider']}
          action={t('Ask for models')}
          secondary={<Button onClick={onClose}>{t('Cancel')}</Button>}
          onSubmit={async ({ provider }) => {
            setFound(await read(discoverModels({ body: { provider } })));
          }}
        >
          {(errors) => (
            <SelectField
              label={t('Provider key')}
              name="provider"
              options={providers}
              hint={t('The provider is asked for its models, which costs nothing.')}
              error={errors.provider}
            />
          )}
        </Form>
      )}
      {found !== undefined && <Found found={found} onClose={onClose} />}
    </Dialog>
  );
}

function Found({
  found: { items, provider, total },
  onClose,
}: {
  readonly found: DiscoveredModels;
  readonly onClose: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const routed = useRef(new Map<string, string>());
  const refresh = useRefresh();
  const shown = findModels(items, text);
  const pick = (name: string, isPicked: boolean): void => {
    const others = [...picked].filter((each) => each !== name);
    setPicked(new Set(isPicked ? [...others, name] : others));
  };
  const add = async (): Promise<void> => {
    const chosen = items.filter(({ upstreamModel }) => picked.has(upstreamModel));
    await addDiscovered(chosen, routed.current);
    await refresh();
    showToast(t('{count} models added.', { count: formatCount(chosen.length) }));
    onClose();
  };
  return (
    <>
      <p>
        {t('{provider} lists {count} models.', { provider, count: formatCount(total) })}{' '}
        {t('Models without a price are refused until you set one.')}
      </p>
      <TextField
        label={t('Find a model')}
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FoundTable models={shown.slice(0, shownMax)} picked={picked} onPick={pick} />
      {shown.length > shownMax && (
        <p className="text-muted">
          {t('The first {count} are shown: search for others.', { count: formatCount(shownMax) })}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <ActionButton look="primary" disabled={picked.size === 0} onAction={add}>
          {t('Add {count} models', { count: formatCount(picked.size) })}
        </ActionButton>
      </div>
    </>
  );
}

function FoundTable({
  models,
  onPick,
  picked,
}: {
  readonly models: readonly DiscoveredModel[];
  readonly picked: ReadonlySet<string>;
  readonly onPick: (name: string, isPicked: boolean) => void;
}): ReactNode {
  return (
    <Table
      caption={t('Models of the provider')}
      rows={models}
      rowKey={({ upstreamModel }) => upstreamModel}
      empty={<EmptyState title={t('Nothing found')} />}
      columns={[
        {
          key: 'name',
          title: t('Model'),
          render: (row) => (
            <CheckField
              label={row.upstreamModel}
              disabled={!canBeAdded(row)}
              checked={picked.has(row.upstreamModel)}
              hint={row.model !== null && <span className="wrap-anywhere">{row.model.id}</span>}
              onChange={({ target }) => onPick(row.upstreamModel, target.checked)}
            />
          ),
        },
        { key: 'state', title: t('Status'), render: (row) => <State model={row} /> },
      ]}
    />
  );
}

function State({ model }: { readonly model: DiscoveredModel }): ReactNode {
  if (model.model === null) return <Badge>{t('cannot be served')}</Badge>;
  if (model.inCatalog) return <Badge tone="good">{t('in the catalog')}</Badge>;
  return model.priced ? (
    <Badge>{t('with prices')}</Badge>
  ) : (
    <Badge tone="warn">{t('no price')}</Badge>
  );
}
