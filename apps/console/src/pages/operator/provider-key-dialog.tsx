import type { ReactNode } from 'react';
import { once, read } from '../../api/client';
import { createProviderKey, updateProviderKey } from '../../api/generated/sdk.gen';
import type { ProviderKey } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field';
import type { FormErrors, FormValues } from '../../ui/form';
import { readJsonObject } from './form-values';
import { protocols, type Protocol } from './protocols';
import { SaveDialog } from './save-dialog';

const fields = [
  'provider',
  'apiKey',
  'baseUrl',
  'protocol',
  'weight',
  'headers',
  'isDefault',
] as const;
type Field = (typeof fields)[number];

/** Adds or changes a key of a provider; the key itself can be replaced but never read. */
export function ProviderKeyDialog({
  onClose,
  providerKey,
}: {
  /** Undefined for a new key. */
  readonly providerKey: ProviderKey | undefined;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SaveDialog
      title={providerKey?.provider ?? t('Add a provider key')}
      fields={fields}
      onClose={onClose}
      onSave={(values, key) => {
        const { apiKey, provider } = values;
        const body = readKey(values);
        if (providerKey === undefined) {
          return read(createProviderKey({ body: { ...body, apiKey, provider }, ...once(key) }));
        }
        const changes = { ...body, ...(apiKey !== '' && { apiKey }) };
        return read(updateProviderKey({ path: { id: providerKey.id }, body: changes }));
      }}
    >
      {(errors) => <KeyFields providerKey={providerKey} errors={errors} />}
    </SaveDialog>
  );
}

function KeyFields({
  errors,
  providerKey,
}: {
  readonly providerKey: ProviderKey | undefined;
  readonly errors: FormErrors<Field>;
}): ReactNode {
  const isNew = providerKey === undefined;
  return (
    <>
      {isNew && (
        <TextField
          label={t('Provider')}
          name="provider"
          required
          hint={t('A short name in lower case, such as acme.')}
          error={errors.provider}
        />
      )}
      <TextField
        label={t('Address')}
        name="baseUrl"
        type="url"
        required
        defaultValue={providerKey?.baseUrl}
        hint={t('Such as https://api.example.com/v1. Another host needs the key again.')}
        error={errors.baseUrl}
      />
      <TextField
        label={t('Key')}
        name="apiKey"
        type="password"
        autoComplete="off"
        required={isNew}
        hint={isNew ? t('It is stored encrypted and never shown.') : t('Empty: stays as it is.')}
        error={errors.apiKey}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('Protocol')}
          name="protocol"
          defaultValue={providerKey?.protocol ?? 'openai'}
          options={protocols}
          error={errors.protocol}
        />
        <TextField
          label={t('Weight')}
          name="weight"
          type="number"
          required
          min={0}
          max={1_000}
          defaultValue={providerKey?.weight ?? 1}
          error={errors.weight}
        />
      </div>
      <TextArea
        label={t('Additional headers (JSON)')}
        name="headers"
        rows={2}
        spellCheck={false}
        defaultValue={describeHeaders(providerKey?.headers)}
        error={errors.headers}
      />
      <CheckField
        label={t('Default')}
        name="isDefault"
        defaultChecked={providerKey?.isDefault ?? false}
        hint={t('Serves every listed model that has no route.')}
      />
    </>
  );
}

function describeHeaders(headers: ProviderKey['headers'] | undefined): string {
  if (headers === undefined || Object.keys(headers).length === 0) return '';
  return JSON.stringify(headers, null, 2);
}

function readKey(values: FormValues<Field>) {
  return {
    baseUrl: values.baseUrl,
    protocol: values.protocol as Protocol,
    weight: Number(values.weight),
    headers: readJsonObject('headers', values.headers) as Record<string, string>,
    isDefault: values.isDefault === 'on',
  };
}
