import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { previewPriceList } from '../../api/generated/sdk.gen';
import type { PreviewPriceListData } from '../../api/generated/types.gen';
import { compact } from '../../app/search';
import { t } from '../../i18n/language';
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field';
import { FileField } from '../../ui/file-field';
import { Form, type FormValues } from '../../ui/form';
import { readJsonObject, refuseField } from './form-values';
import type { PreviewedList } from './price-list-preview';

const fields = ['format', 'document', 'providers', 'effectiveAt', 'addModels'] as const;
type Body = PreviewPriceListData['body'];

/** Which list to compare with the catalog; nothing is written. */
export function PriceListForm({
  onPreview,
}: {
  readonly onPreview: (preview: PreviewedList) => void;
}): ReactNode {
  // Not in the text area: lists have megabytes.
  const [file, setFile] = useState<string>();
  return (
    <Form
      fields={fields}
      action={t('Preview')}
      onSubmit={async (values) => {
        const body = readBody(values, file);
        onPreview({ body, preview: await read(previewPriceList({ body })) });
      }}
    >
      {(errors) => (
        <>
          <p className="text-muted">
            {t(
              'Compares a public list with the catalog. Prices that the list does not name stay, and nothing is deleted.',
            )}
          </p>
          <div className="grid gap-3 sm:grid-cols-2">
            <SelectField
              label={t('List')}
              name="format"
              options={{ openrouter: 'OpenRouter', litellm: 'LiteLLM' }}
              hint={t(
                'OpenRouter: the answer of /api/v1/models. LiteLLM: model_prices_and_context_window.json.',
              )}
              error={errors.format}
            />
            <FileField
              label={t('File')}
              accept="application/json,.json"
              onFile={(chosen) => void chosen.text().then(setFile)}
            />
          </div>
          <TextArea
            label={t('Or the list as text (JSON)')}
            name="document"
            rows={4}
            spellCheck={false}
            required={file === undefined}
            error={errors.document}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label={t('Only these providers')}
              name="providers"
              hint={t('Separated by commas, such as openai, anthropic. Empty: all.')}
              error={errors.providers}
            />
            <TextField
              label={t('In force from')}
              name="effectiveAt"
              type="datetime-local"
              hint={t('In the time zone of this browser. Empty: at once.')}
              error={errors.effectiveAt}
            />
          </div>
          <CheckField
            label={t('Add models that the catalog does not have')}
            name="addModels"
            error={errors.addModels}
          />
        </>
      )}
    </Form>
  );
}

/** A pasted list takes precedence: it was entered deliberately, and is in view. */
function readBody(values: FormValues<(typeof fields)[number]>, file: string | undefined): Body {
  const text = values.document === '' ? (file ?? '') : values.document;
  if (text === '') throw refuseField('document', t('Choose a file or paste the list.'));
  const providers = values.providers.split(',').map((name) => name.trim());
  const named = providers.filter((name) => name !== '');
  return {
    format: values.format as Body['format'],
    document: readJsonObject('document', text),
    addModels: values.addModels === 'on',
    ...compact({
      providers: named.length === 0 ? undefined : named,
      effectiveAt:
        values.effectiveAt === '' ? undefined : new Date(values.effectiveAt).toISOString(),
    }),
  };
}
