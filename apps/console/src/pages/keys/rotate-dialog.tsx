import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { SelectField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import type { Key, KeyDesk } from './key-desk';
import { SecretDialog } from './secret-dialog';

/** Gives a key a new secret; the present one works on for a while. */
export function RotateDialog({
  apiKey,
  desk,
  onClose,
}: {
  readonly desk: KeyDesk;
  readonly apiKey: Key;
  readonly onClose: () => void;
}): ReactNode {
  const [secret, setSecret] = useState<string>();
  const queries = useQueryClient();
  if (secret !== undefined) return <SecretDialog secret={secret} onClose={onClose} />;
  const { id, name } = apiKey;
  return (
    <FormDialog
      title={t('A new secret for {name}', { name })}
      onClose={onClose}
      lead={<p>{t('The key keeps its settings, its spend and its cap.')}</p>}
      fields={['graceSeconds']}
      action={t('Make the secret')}
      onSubmit={async ({ graceSeconds }, idempotencyKey) => {
        const made = await desk.rotate(id, Number(graceSeconds), idempotencyKey);
        await queries.invalidateQueries({ queryKey: desk.queryKey });
        setSecret(made);
      }}
    >
      {(errors) => (
        <SelectField
          label={t('The present secret')}
          name="graceSeconds"
          defaultValue="86400"
          options={{
            '0': t('stops at once'),
            '3600': t('works for one hour more'),
            '86400': t('works for one day more'),
            '604800': t('works for one week more'),
          }}
          error={errors.graceSeconds}
        />
      )}
    </FormDialog>
  );
}
