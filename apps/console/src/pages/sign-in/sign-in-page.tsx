import { Link, useRouter, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { startSession } from '../../app/session';
import { t } from '../../i18n/language';
import { EntryFrame } from './entry-frame';
import { readNext } from './next-page';
import { SignInForm } from './sign-in-form';
import { WithoutPassword } from './without-password';

export function SignInPage(): ReactNode {
  const { next } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const open = async (): Promise<void> => {
    startSession();
    router.history.push(readNext(next));
  };
  return (
    <EntryFrame title={t('Sign in')}>
      <SignInForm onSignedIn={open} />
      <WithoutPassword onSignedIn={open} />
      <p className="flex flex-wrap justify-between gap-2">
        <Link to="/sign-up" search={next === undefined ? {} : { next }}>
          {t('Create an account')}
        </Link>
        <Link to="/reset-password">{t('Forgot the password?')}</Link>
      </p>
    </EntryFrame>
  );
}
