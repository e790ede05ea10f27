import type { ReactNode } from 'react';
import { once, read } from '../../api/client';
import { createModel, retireModel, updateModel } from '../../api/generated/sdk.gen';
import type { CatalogModel } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field';
import type { FormErrors } from '../../ui/form';
import {
  describeRest,
  modelFields,
  readDocument,
  readModel,
  type ModelDocument,
  type ModelField,
} from './model-document';
import { SaveDialog } from './save-dialog';

/** Adds a model, changes one, or lists a hidden one again. */
export function ModelDialog({
  model,
  onClose,
}: {
  /** Undefined for a new model. */
  readonly model: CatalogModel | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const document = model === undefined ? undefined : readDocument(model);
  const isNew = model === undefined || model.hidden;
  return (
    <SaveDialog
      title={model?.id ?? t('Add a model')}
      fields={modelFields}
      action={model?.hidden === true ? t('List again') : t('Save')}
      lead={<p>{t('A changed price counts for new calls and makes a new price version.')}</p>}
      onClose={onClose}
      onSave={(values, key) => {
        const body = readModel({ ...values, id: document?.id ?? values.id });
        if (isNew) return read(createModel({ body, ...once(key) }));
        const { id, ...changes } = body;
        return read(updateModel({ path: { id }, body: changes }));
      }}
    >
      {(errors) => (
        <>
          {document === undefined && (
            <TextField
              label={t('Id')}
              name="id"
              required
              hint={t('Such as acme/chat-1.')}
              error={errors.id}
            />
          )}
          <MainFields document={document} errors={errors} />
          <PriceFields document={document} errors={errors} />
          <TextArea
            label={t('All other fields (JSON)')}
            name="rest"
            rows={6}
            spellCheck={false}
            defaultValue={document === undefined ? '' : describeRest(document)}
            hint={t('Such as tiers, modalities, supported parameters and other prices.')}
            error={errors.rest}
          />
          <CheckField
            label={t('On')}
            name="enabled"
            defaultChecked={document?.enabled ?? true}
            hint={t('Off: calls are refused, and the model is not listed.')}
          />
        </>
      )}
    </SaveDialog>
  );
}

interface FieldsProps {
  readonly document: ModelDocument | undefined;
  readonly errors: FormErrors<ModelField>;
}

function MainFields({ document, errors }: FieldsProps): ReactNode {
  return (
    <>
      <TextField
        label={t('Name')}
        name="name"
        required
        defaultValue={document?.name}
        error={errors.name}
      />
      <SelectField
        label={t('Kind')}
        name="kind"
        defaultValue={document?.kind ?? 'chat'}
        options={{
          chat: t('chat'),
          completion: t('completion'),
          embeddings: t('embeddings'),
          image: t('image'),
          video: t('video'),
          speech: t('speech'),
          transcription: t('transcription'),
          rerank: t('ranking'),
          moderation: t('moderation'),
        }}
        error={errors.kind}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={t('Context (tokens)')}
          name="contextLength"
          type="number"
          min={1}
          defaultValue={document?.contextLength ?? ''}
          error={errors.contextLength}
        />
        <TextField
          label={t('Longest answer (tokens)')}
          name="maxCompletionTokens"
          type="number"
          min={1}
          defaultValue={document?.maxCompletionTokens ?? ''}
          error={errors.maxCompletionTokens}
        />
      </div>
    </>
  );
}

function PriceFields({ document, errors }: FieldsProps): ReactNode {
  const prices = [
    ['prompt', t('Input ($ per million)')],
    ['completion', t('Output ($ per million)')],
    ['cacheRead', t('Cache read ($ per million)')],
    ['cacheWrite', t('Cache write ($ per million)')],
  ] as const;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {prices.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          name={`prices.${name}`}
          inputMode="decimal"
          defaultValue={document?.prices[name] ?? ''}
          error={errors[`prices.${name}`]}
        />
      ))}
    </div>
  );
}

export function RetireDialog({
  model,
  onClose,
}: {
  readonly model: CatalogModel;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SaveDialog
      title={t('Retire {model}', { model: model.id })}
      fields={['effectiveDate', 'successor']}
      action={t('Retire')}
      lead={
        <p>
          {t(
            'From 30 days before the date it is shown as ending. From the date on, calls are answered 410 and name the successor.',
          )}
        </p>
      }
      onClose={onClose}
      onSave={({ effectiveDate, successor }) =>
        read(
          retireModel({
            path: { id: model.id },
            body: { effectiveDate, successor: successor === '' ? null : successor },
          }),
        )
      }
    >
      {(errors) => (
        <>
          <TextField
            label={t('Last day')}
            name="effectiveDate"
            type="date"
            required
            defaultValue={model.deprecationDate ?? ''}
            error={errors.effectiveDate}
          />
          <TextField
            label={t('Successor')}
            name="successor"
            defaultValue={model.successor ?? ''}
            hint={t('The id of another model of the catalog. Empty: none.')}
            error={errors.successor}
          />
        </>
      )}
    </SaveDialog>
  );
}
