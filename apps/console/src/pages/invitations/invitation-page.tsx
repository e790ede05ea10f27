import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { acceptInvitation } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Button, LinkButton } from '../../ui/button';
import { Card, Page } from '../../ui/page';
import { EmptyState, ErrorState } from '../../ui/states';

/** The link of the invitation mail. */
export function InvitationPage(): ReactNode {
  const { token } = useSearch({ from: '/shell/invitations' });
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: (value: string) => read(acceptInvitation({ path: { token: value } })),
    onSuccess: () => queries.invalidateQueries(),
  });
  if (token === undefined) {
    return (
      <Page title={t('Invitation')}>
        <EmptyState title={t('The link is incomplete')}>
          {t('Open the link of the mail, or ask for a new invitation.')}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={t('Invitation')}>
      <Card>
        {accept.isSuccess ? (
          <>
            <p>
              {t('You are now {role} of {name}.', {
                role: accept.data.member.role,
                name: accept.data.organization.name,
              })}
            </p>
            <div>
              <LinkButton to="/">{t('Go to Home')}</LinkButton>
            </div>
          </>
        ) : (
          <>
            <p>{t('You were invited to an organization. Accepting adds you as a member.')}</p>
            {accept.isError && <ErrorState error={accept.error} />}
            <div>
              <Button look="primary" isBusy={accept.isPending} onClick={() => accept.mutate(token)}>
                {t('Accept the invitation')}
              </Button>
            </div>
          </>
        )}
      </Card>
    </Page>
  );
}
