import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { TextField } from '../../ui/field';

/** Asked for again before the ways to sign in change. */
export function PasswordField({ error }: { readonly error: string | undefined }): ReactNode {
  return (
    <TextField
      label={t('Your password')}
      name="password"
      type="password"
      autoComplete="current-password"
      required
      error={error}
    />
  );
}
