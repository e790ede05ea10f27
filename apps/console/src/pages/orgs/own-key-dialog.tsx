import type { ReactNode } from 'react';
import { once, read } from '../../api/client';
import { createByokKey, updateByokKey } from '../../api/generated/sdk.gen';
import type { ByokKey, SyncedByokKey } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { SelectField, TextArea, TextField } from '../../ui/field';
import type { FormErrors, FormValues } from '../../ui/form';
import { FormDialog } from '../../ui/form-dialog';
import { showToast } from '../../ui/toast';
import { formatMappings, readMappings } from './model-mappings';

const fields = [
  ...(['name', 'baseUrl', 'protocol', 'apiKey', 'fallbackMode', 'modelMappings'] as const),
] as const;
type Field = (typeof fields)[number];

/** A key of the organization at a provider. Its secret is sent once and never shown again. */
/** Names of products, which are the same in every language. */
const ownKeyProtocols: Readonly<Record<ByokKey['protocol'], string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  bedrock: 'Amazon Bedrock',
  azure: 'Azure OpenAI',
  vertex: 'Google Vertex AI (Gemini)',
  'vertex-anthropic': 'Google Vertex AI (Claude)',
};

export function OwnKeyDialog({
  onClose,
  onSaved,
  orgId,
  ownKey,
}: {
  readonly orgId: string;
  /** Undefined for a new one. */
  readonly ownKey: ByokKey | undefined;
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  const save = (values: FormValues<Field>, idempotencyKey: string): Promise<SyncedByokKey> => {
    const query = { orgId };
    const { apiKey } = values;
    const body = readOwnKey(values);
    if (ownKey === undefined) {
      return read(createByokKey({ query, body: { ...body, apiKey }, ...once(idempotencyKey) }));
    }
    const changed = { ...body, ...(apiKey !== '' && { apiKey }) };
    return read(updateByokKey({ path: { id: ownKey.id }, query, body: changed }));
  };
  return (
    <FormDialog
      title={ownKey?.name ?? t('Add a provider key')}
      onClose={onClose}
      fields={fields}
      onSubmit={async (values, idempotencyKey) => {
        const { matched } = await save(values, idempotencyKey);
        await onSaved();
        showToast(
          t('Saved. Models of the provider that the catalog has: {count}.', {
            count: formatCount(matched.length),
          }),
        );
        onClose();
      }}
    >
      {(errors) => <OwnKeyFields ownKey={ownKey} errors={errors} />}
    </FormDialog>
  );
}

function OwnKeyFields({
  errors,
  ownKey,
}: {
  readonly ownKey: ByokKey | undefined;
  readonly errors: FormErrors<Field>;
}): ReactNode {
  return (
    <>
      <TextField
        label={t('Name')}
        name="name"
        required
        maxLength={100}
        defaultValue={ownKey?.name}
        error={errors.name}
      />
      <TextField
        label={t('Address of the provider')}
        name="baseUrl"
        type="url"
        required
        maxLength={500}
        placeholder="https://api.openai.com/v1"
        defaultValue={ownKey?.baseUrl}
        error={errors.baseUrl}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('Protocol')}
          name="protocol"
          defaultValue={ownKey?.protocol ?? 'openai'}
          options={ownKeyProtocols}
          error={errors.protocol}
        />
        <SelectField
          label={t('When it fails')}
          name="fallbackMode"
          defaultValue={ownKey?.fallbackMode ?? 'seamless'}
          options={{
            seamless: t('the platform answers, for credit'),
            strict: t('the call fails'),
          }}
          error={errors.fallbackMode}
        />
      </div>
      <TextField
        label={t('Key of the provider')}
        name="apiKey"
        type="password"
        autoComplete="off"
        required={ownKey === undefined}
        maxLength={16_000}
        hint={
          ownKey === undefined
            ? t('It is kept encrypted and not shown again.')
            : t('Only for another host: a new key of the same host is added as a new one.')
        }
        error={errors.apiKey}
      />
      <TextArea
        label={t('Models')}
        name="modelMappings"
        defaultValue={formatMappings(ownKey?.models ?? [])}
        hint={t('One on each line: the model of the catalog = its name at the provider.')}
        error={errors.modelMappings}
      />
    </>
  );
}

function readOwnKey({ baseUrl, fallbackMode, modelMappings, name, protocol }: FormValues<Field>) {
  return {
    name,
    baseUrl,
    protocol: protocol as ByokKey['protocol'],
    fallbackMode: fallbackMode as ByokKey['fallbackMode'],
    modelMappings: readMappings(modelMappings),
  };
}
