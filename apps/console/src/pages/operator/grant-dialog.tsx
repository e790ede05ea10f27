import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { TextField } from '../../ui/field';
import { SaveDialog } from './save-dialog';

export interface Grant {
  readonly amountUsd: number;
  readonly reason: string;
  readonly expiresAt?: string;
}

export function GrantDialog({
  onClose,
  onGrant,
  title,
}: {
  readonly title: string;
  readonly onGrant: (grant: Grant, idempotencyKey: string) => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SaveDialog
      title={t('Grant credit to {name}', { name: title })}
      fields={['amountUsd', 'reason', 'expiresAt']}
      action={t('Grant')}
      done={t('The credit is booked.')}
      onClose={onClose}
      onSave={({ amountUsd, expiresAt, reason }, key) => {
        const until = expiresAt === '' ? {} : { expiresAt: new Date(expiresAt).toISOString() };
        return onGrant({ amountUsd: Number(amountUsd), reason, ...until }, key);
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={t('Amount (USD)')}
            name="amountUsd"
            type="number"
            required
            step="any"
            hint={t('A negative amount takes credit back.')}
            error={errors.amountUsd}
          />
          <TextField label={t('Reason')} name="reason" required error={errors.reason} />
          <TextField
            label={t('Expires')}
            name="expiresAt"
            type="datetime-local"
            hint={t('In the time zone of this browser. Empty: never.')}
            error={errors.expiresAt}
          />
        </>
      )}
    </SaveDialog>
  );
}
