import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { TextField } from '../../ui/field';

/** The address of an account, which a password manager of the browser fills in. */
export function EmailField({
  error,
  label = t('Email'),
}: {
  readonly error: string | undefined;
  readonly label?: string;
}): ReactNode {
  return (
    <TextField
      label={label}
      name="email"
      type="email"
      autoComplete="username"
      required
      error={error}
    />
  );
}
