import { useMutation } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { read } from '../../api/client';
import { signInByLink } from '../../api/generated/sdk.gen';
import { startSession } from '../../app/session';
import { t } from '../../i18n/language';
import { ErrorState, LoadingState } from '../../ui/states';
import { EntryFrame } from './entry-frame';

/** A link that signs in once. Its token is taken out of the address and of the history. */
export function SignInLinkPage(): ReactNode {
  const { token } = useSearch({ from: '/sign-in-link' });
  const router = useRouter();
  const { error, isIdle, isPending, mutate } = useMutation({
    mutationFn: (value: string) => read(signInByLink({ body: { token: value } })),
    onSuccess: () => {
      startSession();
      router.history.replace('/');
    },
  });
  useEffect(() => {
    if (token === undefined) return;
    router.history.replace('/sign-in-link');
    mutate(token);
  }, [token, mutate, router]);
  return (
    <EntryFrame title={t('Sign in')}>
      {isPending && <LoadingState lines={1} />}
      {error !== null && <ErrorState error={error} />}
      {((isIdle && token === undefined) || error !== null) && (
        <>
          <p>{t('A sign-in link works once and for 15 minutes.')}</p>
          <Link to="/sign-in">{t('Sign in with a password')}</Link>
        </>
      )}
    </EntryFrame>
  );
}
