import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { clearUnauthorized } from '../api/unauthorized';
import { t } from '../i18n/language';
import { SignInForm } from '../pages/sign-in/sign-in-form';
import { WithoutPassword } from '../pages/sign-in/without-password';
import { Dialog } from '../ui/dialog';

/** The session ended: sign in again without losing the page or a half-written form. */
export function SignInAgain(): ReactNode {
  const queries = useQueryClient();
  const goOn = async (): Promise<void> => {
    clearUnauthorized();
    await queries.invalidateQueries();
  };
  return (
    <Dialog title={t('Please sign in again')} onClose={() => undefined}>
      <p>{t('Your session has ended. The page stays as it is.')}</p>
      <SignInForm onSignedIn={goOn} />
      <WithoutPassword onSignedIn={goOn} />
    </Dialog>
  );
}
