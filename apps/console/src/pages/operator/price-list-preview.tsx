import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { importPriceList } from '../../api/generated/sdk.gen';
import type { PreviewPriceListData, PriceListPreview } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { Badge, type Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { SelectField } from '../../ui/field';
import { Figure } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { showToast } from '../../ui/toast';
import { countWritten, listRows, type Outcome, type PriceRow } from './price-list-rows';
import { useRefresh } from './save-dialog';

/** A page with thousands of rows would be slow. */
const shownMax = 200;

export interface PreviewedList {
  readonly body: PreviewPriceListData['body'];
  readonly preview: PriceListPreview;
}

/** What an import would change, and the button that does it. */
export function PriceListPreviewView({
  onClose,
  previewed: { body, preview },
}: {
  readonly previewed: PreviewedList;
  readonly onClose: () => void;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const refresh = useRefresh();
  const addsModels = body.addModels ?? false;
  const run = async (): Promise<void> => {
    const done = await read(importPriceList({ body: { ...body, digest: preview.digest } }));
    await refresh();
    showToast(
      t('{added} models added, {repriced} with new prices, {dated} with new dates.', {
        added: formatCount(done.added),
        repriced: formatCount(done.repriced),
        dated: formatCount(done.dated),
      }),
    );
  };
  return (
    <>
      <Counts counts={preview.counts} />
      <Rows preview={preview} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Back')}</Button>
        <Button
          look="primary"
          disabled={countWritten(preview, addsModels) === 0}
          onClick={() => setAsking(true)}
        >
          {t('Import')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('Import these prices?')}
          action={t('Import')}
          onConfirm={async () => {
            await run();
            onClose();
          }}
          onClose={() => setAsking(false)}
        >
          <Effect preview={preview} addsModels={addsModels} />
        </ConfirmDialog>
      )}
    </>
  );
}

/** What the import will do, before it is confirmed. */
function Effect({
  addsModels,
  preview: { counts, effectiveAt },
}: {
  readonly preview: PriceListPreview;
  readonly addsModels: boolean;
}): ReactNode {
  const repriced = counts.dearer + counts.cheaper + counts.changed;
  return (
    <>
      <p>
        {t('{dearer} models become dearer, {cheaper} cheaper, {changed} change otherwise.', {
          dearer: formatCount(counts.dearer),
          cheaper: formatCount(counts.cheaper),
          changed: formatCount(counts.changed),
        })}{' '}
        {addsModels && t('{count} are added.', { count: formatCount(counts.new) })}
      </p>
      {repriced > 0 && (
        <p>
          {effectiveAt === null ? (
            t('New calls pay the new prices at once.')
          ) : (
            <>
              {t('New calls pay the new prices from this time on:')} <Time at={effectiveAt} />
            </>
          )}
        </p>
      )}
      <p>{t('Models that the list does not name stay as they are.')}</p>
    </>
  );
}

function Counts({ counts }: { readonly counts: PriceListPreview['counts'] }): ReactNode {
  const names = nameOutcomes();
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-7">
      {(Object.keys(names) as Outcome[]).map((outcome) => (
        <Figure key={outcome} label={names[outcome]}>
          {formatCount(counts[outcome])}
        </Figure>
      ))}
    </div>
  );
}

function Rows({ preview }: { readonly preview: PriceListPreview }): ReactNode {
  const [outcome, setOutcome] = useState<Outcome | ''>('');
  const names = nameOutcomes();
  const rows = listRows(preview, outcome === '' ? undefined : outcome);
  return (
    <>
      <div className="max-w-xs">
        <SelectField
          label={t('Show')}
          value={outcome}
          options={{ '': t('all that differ'), ...names }}
          onChange={({ target }) => setOutcome(target.value as Outcome | '')}
        />
      </div>
      <Table
        caption={t('Changes')}
        rows={rows.slice(0, shownMax)}
        rowKey={({ name, outcome: of }) => `${of} ${name}`}
        empty={<EmptyState title={t('Nothing would change')} />}
        columns={[
          {
            key: 'outcome',
            title: t('Change'),
            render: (row) => <Badge tone={tones[row.outcome]}>{names[row.outcome]}</Badge>,
          },
          { key: 'name', title: t('Model'), render: (row) => row.name },
          { key: 'details', title: t('Prices'), render: (row) => <Details row={row} /> },
        ]}
      />
      {rows.length > shownMax && (
        <p className="text-muted">
          {t('The first {count} changes are shown.', { count: formatCount(shownMax) })}
        </p>
      )}
    </>
  );
}

function Details({ row: { details, notes } }: { readonly row: PriceRow }): ReactNode {
  return (
    <span className="grid gap-0.5 tabular-nums wrap-anywhere">
      {details.map((text) => (
        <span key={text}>{text}</span>
      ))}
      {notes.map((text) => (
        <span key={text} className="text-muted">
          {text}
        </span>
      ))}
    </span>
  );
}

const tones: Readonly<Record<Outcome, Tone>> = {
  new: 'good',
  dearer: 'warn',
  cheaper: 'good',
  changed: 'warn',
  unchanged: 'neutral',
  gone: 'warn',
  skipped: 'neutral',
};

function nameOutcomes(): Readonly<Record<Outcome, string>> {
  return {
    new: t('new'),
    dearer: t('dearer'),
    cheaper: t('cheaper'),
    changed: t('changed'),
    unchanged: t('unchanged'),
    gone: t('not in the list'),
    skipped: t('not read'),
  };
}
