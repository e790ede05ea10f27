import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Card, Facts, Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { Time } from '../../ui/time';
import { Chat } from '../playground/chat';
import type { Credential } from '../playground/credential';
import { dialects } from '../playground/dialects/dialects';
import { EntryFrame } from '../sign-in/entry-frame';
import { QuotaMeters } from './quota-meters';
import {
  askForCode,
  openSession,
  readSession,
  type CodeRequest,
  type SessionKey,
  type StudentSession,
} from './student-session';

const renewMs = 15_000;
// The other dialects need an account.
const sessionDialects = dialects.filter(({ path }) => path === '/v1/chat/completions');

/**
 * Where a student exchanges the key of a class and a mailed code for a session. Key and token are
 * in the memory of the page alone: a reload asks for a new code.
 */
export function StudentPage(): ReactNode {
  const [asked, setAsked] = useState<CodeRequest>();
  const [session, setSession] = useState<StudentSession>();
  if (session !== undefined) {
    return (
      <SessionView
        session={session}
        onLeave={() => {
          setSession(undefined);
          setAsked(undefined);
        }}
      />
    );
  }
  return (
    <EntryFrame title={t('Join your class')}>
      {asked === undefined ? (
        <AskForm onAsked={setAsked} />
      ) : (
        <CodeForm asked={asked} onOpened={setSession} onBack={() => setAsked(undefined)} />
      )}
    </EntryFrame>
  );
}

function AskForm({ onAsked }: { readonly onAsked: (asked: CodeRequest) => void }): ReactNode {
  return (
    <Form
      fields={['key', 'email']}
      action={t('Mail me a code')}
      onSubmit={async (asked) => {
        await askForCode(asked);
        onAsked(asked);
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={t('Key of your class')}
            name="key"
            required
            type="password"
            autoComplete="off"
            spellCheck={false}
            hint={t('It begins with sk-edu- and comes from your institution.')}
            error={errors.key}
          />
          <TextField
            label={t('Email')}
            name="email"
            type="email"
            required
            autoComplete="email"
            hint={t('Your address at the institution.')}
            error={errors.email}
          />
        </>
      )}
    </Form>
  );
}

function CodeForm({
  asked,
  onBack,
  onOpened,
}: {
  readonly asked: CodeRequest;
  readonly onOpened: (session: StudentSession) => void;
  readonly onBack: () => void;
}): ReactNode {
  return (
    <>
      <p>
        {t(
          'If the key and the address belong together, a mail with a code is on its way to {email}.',
          {
            email: asked.email,
          },
        )}
      </p>
      <Form
        fields={['code']}
        action={t('Join')}
        secondary={<Button onClick={onBack}>{t('Back')}</Button>}
        onSubmit={async ({ code }) => onOpened(await openSession({ ...asked, code }))}
      >
        {(errors) => (
          <TextField
            label={t('Code')}
            name="code"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]{6}"
            hint={t('The six digits of the mail.')}
            error={errors.code}
          />
        )}
      </Form>
    </>
  );
}

function SessionView({
  onLeave,
  session,
}: {
  readonly session: StudentSession;
  readonly onLeave: () => void;
}): ReactNode {
  const { expiresAt, organization, token } = session;
  const [model, setModel] = useState('auto');
  const credential = useMemo(
    (): Credential => ({ getToken: () => Promise.resolve(token), forget: () => undefined }),
    [token],
  );
  const quota = useQuery({
    // By the session, not by its token: keys of queries can be seen in tools of the browser.
    queryKey: ['student-session', organization.id, expiresAt],
    queryFn: () => readSession(token),
    refetchInterval: ({ state }) => (isEnded(state.error) ? false : renewMs),
    retry: (failures, error) => !isEnded(error) && failures < 2,
    gcTime: 0,
  });
  const hasEnded = isEnded(quota.error);
  return (
    <main className="p-4 max-w-3xl mx-auto">
      <Page
        title={organization.name}
        lead={t('Your session; it is over when you leave or reload this page.')}
        actions={
          <>
            <CurlLink path="/v1/key" />
            <Button onClick={onLeave}>{t('Leave')}</Button>
          </>
        }
      >
        {hasEnded ? (
          <EndedCard onLeave={onLeave} />
        ) : (
          <Card title={t('What you have used')}>
            <QueryView query={quota}>
              {(key) => <QuotaView sessionKey={key} expiresAt={expiresAt} />}
            </QueryView>
          </Card>
        )}
        <Chat
          credential={credential}
          model={model}
          onModel={setModel}
          dialects={sessionDialects}
          hasReceipts={false}
          isClosed={hasEnded}
          onAnswered={() => void quota.refetch()}
        />
      </Page>
    </main>
  );
}

function EndedCard({ onLeave }: { readonly onLeave: () => void }): ReactNode {
  return (
    <Card title={t('Your session has ended')}>
      <p>{t('It ran out, or a teacher ended it. Ask for a new code to go on.')}</p>
      <div>
        <Button look="primary" onClick={onLeave}>
          {t('Join again')}
        </Button>
      </div>
    </Card>
  );
}

function QuotaView({
  expiresAt,
  sessionKey,
}: {
  readonly sessionKey: SessionKey;
  readonly expiresAt: string;
}): ReactNode {
  const { label, limit, requests, session_quota: quota, usage } = sessionKey;
  return (
    <>
      <QuotaMeters
        requests={requests}
        tokens={quota?.tokens_used ?? 0}
        usd={usage}
        quota={{ requests: quota?.requests ?? null, tokens: quota?.tokens ?? null, usd: limit }}
      />
      <Facts
        facts={[
          [t('Address'), label.replace(/^edu:/, '')],
          [t('Until'), <Time key="until" at={expiresAt} />],
        ]}
      />
    </>
  );
}

function isEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
