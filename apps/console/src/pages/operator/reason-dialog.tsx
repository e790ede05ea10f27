import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { TextField } from '../../ui/field';
import { SaveDialog } from './save-dialog';

/** Asks for the reason of an act that the audit log keeps, and says what it does. */
export function ReasonDialog({
  action,
  children,
  onClose,
  onConfirm,
  title,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly onConfirm: (reason: string, idempotencyKey: string) => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SaveDialog
      title={title}
      fields={['reason']}
      action={action}
      lead={<div className="grid gap-2">{children}</div>}
      onClose={onClose}
      onSave={({ reason }, key) => onConfirm(reason, key)}
    >
      {(errors) => (
        <TextField
          label={t('Reason')}
          name="reason"
          required
          hint={t('The audit log keeps it.')}
          error={errors.reason}
        />
      )}
    </SaveDialog>
  );
}
