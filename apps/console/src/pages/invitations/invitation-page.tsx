import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { acceptInvitation, getInvitation } from '../../api/generated/sdk.gen';
import type { GetInvitationResponse } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Button, LinkButton } from '../../ui/button';
import { Card, Facts, Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState, ErrorState } from '../../ui/states';
import { Time } from '../../ui/time';
import { linkFirstSection } from '../orgs/org-sections';
import { nameRole } from '../orgs/roles';

/** The link of the invitation mail. */
export function InvitationPage(): ReactNode {
  const { token } = useSearch({ from: '/shell/invitations' });
  return (
    <Page title={t('Invitation')}>
      {token === undefined ? (
        <EmptyState title={t('The link is incomplete')}>
          {t('Open the link of the mail, or ask for a new invitation.')}
        </EmptyState>
      ) : (
        <Card>
          <Invitation token={token} />
        </Card>
      )}
    </Page>
  );
}

function Invitation({ token }: { readonly token: string }): ReactNode {
  const queries = useQueryClient();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => read(getInvitation({ path: { token } })),
    // An accepted invitation is gone; what it offered stays on the page.
    staleTime: Infinity,
  });
  const accept = useMutation({
    mutationFn: () => read(acceptInvitation({ path: { token } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['organizations'] }),
  });
  if (accept.isSuccess) {
    const { member, organization } = accept.data;
    return (
      <>
        <p>
          {t('You are now {role} of {name}.', {
            role: nameRole(member.role),
            name: organization.name,
          })}
        </p>
        <div>
          <LinkButton {...linkFirstSection(organization.id, member.role)}>
            {t('Open {name}', { name: organization.name })}
          </LinkButton>
        </div>
      </>
    );
  }
  return (
    <QueryView query={invitation}>
      {(offer) => (
        <>
          <Offer offer={offer} />
          {accept.isError && <ErrorState error={accept.error} />}
          <div>
            <Button look="primary" isBusy={accept.isPending} onClick={() => accept.mutate()}>
              {t('Accept the invitation')}
            </Button>
          </div>
        </>
      )}
    </QueryView>
  );
}

function Offer({ offer }: { readonly offer: GetInvitationResponse }): ReactNode {
  const { expiresAt, invitedBy, organization, role, team } = offer;
  return (
    <Facts
      facts={[
        [t('Organization'), organization.name],
        [t('Invited by'), nameInviter(invitedBy)],
        [t('Role'), nameRole(role)],
        [t('Team'), team?.name ?? '–'],
        [t('Until'), <Time key="until" at={expiresAt} />],
      ]}
    />
  );
}

function nameInviter(inviter: GetInvitationResponse['invitedBy']): string {
  if (inviter === null) return t('an operator of this service');
  const { email, name } = inviter;
  if (name !== null && email !== null) return `${name} (${email})`;
  return name ?? email ?? '–';
}
