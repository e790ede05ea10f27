import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { getSession, signUp } from '../../api/generated/sdk.gen';
import { startSession } from '../../app/session';
import { t } from '../../i18n/language';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { EmailField } from './email-field';
import { EntryFrame } from './entry-frame';
import { readNext } from './next-page';

export function SignUpPage(): ReactNode {
  const { next } = useSearch({ from: '/sign-up' });
  const [isMailed, setMailed] = useState(false);
  const router = useRouter();
  const open = async (): Promise<void> => {
    startSession();
    // A service that hides who has an account opens no session here.
    const { response } = await getSession();
    if (response?.ok) router.history.push(readNext(next));
    else setMailed(true);
  };
  return (
    <EntryFrame title={t('Create an account')}>
      {isMailed ? (
        <p>{t('We sent you a mail. Open its link to go on.')}</p>
      ) : (
        <Form
          fields={['name', 'email', 'password']}
          action={t('Create the account')}
          onSubmit={async ({ email, name, password }) => {
            await read(signUp({ body: { email, password, name: name === '' ? null : name } }));
            await open();
          }}
        >
          {(errors) => (
            <>
              <TextField
                label={t('Name')}
                name="name"
                autoComplete="name"
                maxLength={100}
                error={errors.name}
              />
              <EmailField error={errors.email} />
              <TextField
                label={t('Password')}
                name="password"
                type="password"
                autoComplete="new-password"
                required
                minLength={10}
                maxLength={128}
                hint={t('At least 10 characters.')}
                error={errors.password}
              />
            </>
          )}
        </Form>
      )}
      <Link to="/sign-in">{t('I have an account')}</Link>
    </EntryFrame>
  );
}
