import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import { createAccountKey } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { SelectField, TextArea, TextField } from '../../ui/field';
import { Form, type FormErrors } from '../../ui/form';

const fields = ['name', 'limit', 'limit_reset', 'expiresAt', 'allowedCidrs'] as const;

/** Makes a key and shows its secret once; the secret lives in this dialog only. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [secret, setSecret] = useState<string>();
  const queries = useQueryClient();
  if (secret !== undefined) {
    return (
      <Dialog title={t('Your new key')} onClose={onClose}>
        <p>{t('Copy it now: it is not shown again.')}</p>
        <CodeBlock label={t('The secret of the key')} code={secret} />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            {t('I have copied it')}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('Make a key')} onClose={onClose}>
      <Form
        fields={fields}
        action={t('Make the key')}
        secondary={<Button onClick={onClose}>{t('Cancel')}</Button>}
        onSubmit={async (values, idempotencyKey) => {
          const body = readKey(values);
          const created = await read(createAccountKey({ body, ...once(idempotencyKey) }));
          await queries.invalidateQueries({ queryKey: ['keys'] });
          setSecret(created.key ?? '');
        }}
      >
        {(errors) => <KeyFields errors={errors} />}
      </Form>
    </Dialog>
  );
}

function KeyFields({
  errors,
}: {
  readonly errors: FormErrors<(typeof fields)[number]>;
}): ReactNode {
  return (
    <>
      <TextField
        label={t('Name')}
        name="name"
        required
        maxLength={100}
        hint={t('The program or person that uses it.')}
        error={errors.name}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={t('Cap (USD)')}
          name="limit"
          type="number"
          min={0}
          step="any"
          hint={t('Empty: as much as the account has.')}
          error={errors.limit}
        />
        <SelectField
          label={t('The cap starts again')}
          name="limit_reset"
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
        hint={t('In the time zone of this browser. Empty: never.')}
        error={errors.expiresAt}
      />
      <TextArea
        label={t('Allowed addresses')}
        name="allowedCidrs"
        rows={2}
        hint={t('One IP address or range on each line, such as 203.0.113.0/24. Empty: all.')}
        error={errors.allowedCidrs}
      />
    </>
  );
}

function readKey(values: Readonly<Record<(typeof fields)[number], string>>) {
  const { allowedCidrs, expiresAt, limit, limit_reset: period, name } = values;
  const addresses = allowedCidrs.split(/[\s,]+/).filter(Boolean);
  return {
    name,
    limit: limit === '' ? null : Number(limit),
    limit_reset: limit === '' ? null : (period as 'daily' | 'weekly' | 'monthly' | 'none'),
    expiresAt: expiresAt === '' ? null : new Date(expiresAt).toISOString(),
    ...(addresses.length === 0 ? {} : { allowedCidrs: addresses }),
  };
}
