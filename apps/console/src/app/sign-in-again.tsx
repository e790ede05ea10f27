import type { ReactNode } from 'react';
import { clearUnauthorized } from '../api/unauthorized';
import { t } from '../i18n/language';
import { SignInForm } from '../pages/sign-in/sign-in-form';
import { WithoutPassword } from '../pages/sign-in/without-password';
import { Dialog } from '../ui/dialog';
import { continueSession } from './session';

/**
 * The session ended: sign in again without losing the page or a half-written form. Closed, it comes
 * again with the next request that needs the session.
 */
export function SignInAgain(): ReactNode {
  return (
    <Dialog title={t('Please sign in again')} onClose={clearUnauthorized}>
      <p>{t('Your session has ended. The page stays as it is.')}</p>
      <SignInForm onSignedIn={continueSession} />
      <WithoutPassword onSignedIn={continueSession} />
    </Dialog>
  );
}
