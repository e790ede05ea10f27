import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import type { FormErrors, FormValues } from '../../ui/form';
import { FormDialog } from '../../ui/form-dialog';
import { showToast } from '../../ui/toast';

/** Reads all lists of the operator again after a change. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['operator'] });
}

/** A form in a dialog that saves one thing, reads the lists again and closes. */
export function SaveDialog<Field extends string>({
  done = t('Done.'),
  onClose,
  onSave,
  ...dialog
}: {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly onSave: (values: FormValues<Field>, idempotencyKey: string) => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: (errors: FormErrors<Field>) => ReactNode;
  readonly action?: string;
  /** Shown when it is saved. */
  readonly done?: string;
  /** What saving will do. */
  readonly lead?: ReactNode;
}): ReactNode {
  const refresh = useRefresh();
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      onSubmit={async (values, key) => {
        await onSave(values, key);
        await refresh();
        showToast(done);
        onClose();
      }}
    />
  );
}

/** A button that asks before it acts. */
export function ConfirmButton({
  action,
  children,
  label,
  onConfirm,
  title,
}: {
  /** On the button that opens the question. */
  readonly label: string;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** On the button that acts; the label if left out. */
  readonly action?: string;
  readonly onConfirm: () => Promise<unknown>;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh();
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={title}
          action={action ?? label}
          onClose={() => setOpen(false)}
          onConfirm={async () => {
            await onConfirm();
            await refresh();
            showToast(t('Done.'));
          }}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
