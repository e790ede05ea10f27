import { Link, useRouter, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client';
import { t } from '../../i18n/language';
import { EntryFrame } from './entry-frame';
import { readNext } from './next-page';
import { SignInForm } from './sign-in-form';

export function SignInPage(): ReactNode {
  const { next } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const open = async (): Promise<void> => {
    queryClient.clear();
    router.history.push(readNext(next));
  };
  return (
    <EntryFrame title={t('Sign in')}>
      <SignInForm onSignedIn={open} />
      <p className="flex flex-wrap justify-between gap-2">
        <Link to="/sign-up" search={next === undefined ? {} : { next }}>
          {t('Create an account')}
        </Link>
        <Link to="/reset-password">{t('Forgot the password?')}</Link>
      </p>
    </EntryFrame>
  );
}
