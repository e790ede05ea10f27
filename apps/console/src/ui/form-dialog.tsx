import type { ReactNode } from 'react';
import { t } from '../i18n/language';
import { Button } from './button';
import { Dialog } from './dialog';
import { Form, type FormProps } from './form';

/** A form in a dialog, with a button that closes it without saving. */
export function FormDialog<Field extends string>({
  action = t('Save'),
  lead,
  onClose,
  title,
  ...form
}: Omit<FormProps<Field>, 'action' | 'secondary'> & {
  readonly title: string;
  readonly onClose: () => void;
  readonly action?: string;
  /** What saving will do. */
  readonly lead?: ReactNode;
}): ReactNode {
  const cancel = <Button onClick={onClose}>{t('Cancel')}</Button>;
  return (
    <Dialog title={title} onClose={onClose}>
      {lead}
      <Form {...form} action={action} secondary={cancel} />
    </Dialog>
  );
}
