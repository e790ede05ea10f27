import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { importModels } from '../../api/generated/sdk.gen';
import type { ImportModelsResponse } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextArea } from '../../ui/field';
import { FileField } from '../../ui/file-field';
import { Form } from '../../ui/form';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { showToast } from '../../ui/toast';
import { listPriceChanges, readImport, type ImportChange } from './import-changes';
import type { ModelDocument } from './model-document';
import { useRefresh } from './save-dialog';

/** A dialog with thousands of rows would be slow. */
const shownMax = 200;

interface Preview {
  readonly models: ModelDocument[];
  readonly result: ImportModelsResponse;
}

/** Many models at once: first what would change, then the import itself. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [preview, setPreview] = useState<Preview>();
  return (
    <Dialog title={t('Import models')} onClose={onClose}>
      {preview === undefined ? (
        <Form
          fields={['models']}
          action={t('Preview')}
          secondary={<Button onClick={onClose}>{t('Cancel')}</Button>}
          onSubmit={async () => {
            const models = readImport(text);
            const result = await read(importModels({ body: { models, dryRun: true } }));
            setPreview({ models, result });
          }}
        >
          {(errors) => (
            <>
              <FileField
                label={t('File')}
                accept="application/json,.json"
                onFile={(file) => void file.text().then(setText)}
              />
              <TextArea
                label={t('Models (JSON)')}
                name="models"
                rows={10}
                required
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
                hint={t('An array of whole models, as POST /api/admin/models takes them.')}
                error={errors.models}
              />
            </>
          )}
        </Form>
      ) : (
        <PreviewView preview={preview} onBack={() => setPreview(undefined)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function PreviewView({
  onBack,
  onClose,
  preview: { models, result },
}: {
  readonly preview: Preview;
  readonly onBack: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const refresh = useRefresh();
  const { changes = [], created, unchanged, updated } = result;
  const run = async (): Promise<void> => {
    const done = await read(importModels({ body: { models } }));
    await refresh();
    showToast(
      t('{created} models added, {updated} changed.', {
        created: formatCount(done.created),
        updated: formatCount(done.updated),
      }),
    );
    onClose();
  };
  return (
    <>
      <p>
        {t('{created} are added, {updated} are changed, {unchanged} stay as they are.', {
          created: formatCount(created),
          updated: formatCount(updated),
          unchanged: formatCount(unchanged),
        })}{' '}
        {t('None is removed: models that the import does not name stay.')}
      </p>
      <Table
        caption={t('Changes')}
        rows={changes.slice(0, shownMax)}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('Nothing would change')} />}
        columns={[
          {
            key: 'outcome',
            title: t('Change'),
            render: ({ outcome }) =>
              outcome === 'created' ? (
                <Badge tone="good">{t('added')}</Badge>
              ) : (
                <Badge tone="warn">{t('changed')}</Badge>
              ),
          },
          { key: 'id', title: t('Model'), render: ({ id }) => id },
          { key: 'prices', title: t('Prices'), render: (change) => <Prices change={change} /> },
        ]}
      />
      {changes.length > shownMax && (
        <p className="text-muted">
          {t('The first {count} changes are shown.', { count: formatCount(shownMax) })}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>{t('Back')}</Button>
        <ActionButton look="primary" disabled={changes.length === 0} onAction={run}>
          {t('Import')}
        </ActionButton>
      </div>
    </>
  );
}

/** Old and new prices, and the names of the other fields that differ. */
function Prices({ change }: { readonly change: ImportChange }): ReactNode {
  const prices = listPriceChanges(change);
  const others = change.fields.filter((name) => !['prices', 'tiers', 'sizes'].includes(name));
  return (
    <span className="grid gap-0.5 tabular-nums wrap-anywhere">
      {prices.map(({ after, before, name }) => (
        <span key={name}>
          {change.outcome === 'created' ? `${name}: ${after}` : `${name}: ${before} → ${after}`}
        </span>
      ))}
      {others.length > 0 && (
        <span className="text-muted">{t('also: {fields}', { fields: others.join(', ') })}</span>
      )}
    </span>
  );
}
