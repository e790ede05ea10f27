import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { AmountField, SelectField, TextArea, TextField } from '../../ui/field';
import type { FormErrors } from '../../ui/form';
import { FormDialog } from '../../ui/form-dialog';
import type { Key, KeyDesk } from './key-desk';
import { keyFields, readChanges, readNewKey, showKey, type KeyField } from './key-values';
import { SecretDialog } from './secret-dialog';

/** Makes a key, or changes one. The secret of a new key lives in this dialog only. */
export function KeyDialog({
  apiKey,
  desk,
  holders,
  onClose,
  onMade,
}: {
  readonly desk: KeyDesk;
  /** Teams and members that a new key of an organization can be for, by id. */
  readonly holders?: Readonly<Record<string, string>> | undefined;
  /** Undefined for a new key. */
  readonly apiKey?: Key;
  /** Is given the secret of a new key. */
  readonly onMade?: (secret: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [secret, setSecret] = useState<string>();
  const queries = useQueryClient();
  if (secret !== undefined) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      title={apiKey === undefined ? t('Make a key') : apiKey.name}
      onClose={onClose}
      fields={keyFields}
      action={apiKey === undefined ? t('Make the key') : t('Save')}
      onSubmit={async (values, idempotencyKey) => {
        const made =
          apiKey === undefined
            ? await desk.create(readNewKey(values), idempotencyKey)
            : await desk.update(apiKey.id, readChanges(apiKey, values)).then(() => undefined);
        await queries.invalidateQueries({ queryKey: desk.queryKey });
        if (made === undefined) onClose();
        else {
          setSecret(made);
          onMade?.(made);
        }
      }}
    >
      {(errors) => (
        <>
          <NameField apiKey={apiKey} error={errors.name} />
          {apiKey === undefined && <KindFields holders={holders} errors={errors} />}
          <LimitFields apiKey={apiKey} errors={errors} />
        </>
      )}
    </FormDialog>
  );
}

function NameField({
  apiKey,
  error,
}: {
  readonly apiKey: Key | undefined;
  readonly error: string | undefined;
}): ReactNode {
  return (
    <TextField
      label={t('Name')}
      name="name"
      required
      maxLength={100}
      defaultValue={apiKey?.name}
      hint={t('The program or person that uses it.')}
      error={error}
    />
  );
}

/** What cannot be changed later: what the key may do, and whose it is. */
function KindFields({
  errors,
  holders,
}: {
  readonly holders: Readonly<Record<string, string>> | undefined;
  readonly errors: FormErrors<KeyField>;
}): ReactNode {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={t('Use')}
        name="keyType"
        options={{
          standard: t('calls models'),
          test: t('tests against simulated models, free of charge'),
          management: t('manages keys and reads reports'),
        }}
        error={errors.keyType}
      />
      {holders !== undefined && (
        <SelectField label={t('For')} name="holder" options={holders} error={errors.holder} />
      )}
    </div>
  );
}

function LimitFields({
  apiKey,
  errors,
}: {
  readonly apiKey: Key | undefined;
  readonly errors: FormErrors<KeyField>;
}): ReactNode {
  const shown = showKey(apiKey);
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <AmountField
          label={t('Cap (USD)')}
          name="limit"
          defaultValue={shown.limit}
          hint={t('Empty: as much as there is.')}
          error={errors.limit}
        />
        <SelectField
          label={t('The cap starts again')}
          name="limit_reset"
          defaultValue={shown.limit_reset}
          options={{
            monthly: t('every month'),
            weekly: t('every week'),
            daily: t('every day'),
            none: t('never'),
          }}
          error={errors.limit_reset}
        />
      </div>
      <TextField
        label={t('Expires')}
        name="expiresAt"
        type="datetime-local"
        defaultValue={shown.expiresAt}
        hint={t('In the time zone of this browser. Empty: never.')}
        error={errors.expiresAt}
      />
      <TextArea
        label={t('Allowed addresses')}
        name="allowedCidrs"
        rows={2}
        defaultValue={shown.allowedCidrs}
        hint={t('One IP address or range on each line, such as 203.0.113.0/24. Empty: all.')}
        error={errors.allowedCidrs}
      />
    </>
  );
}
