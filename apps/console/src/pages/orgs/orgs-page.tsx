import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import { createOrganization } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { Money } from '../../ui/money';
import { Card, Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { useOrganizations } from './org-queries';
import { linkFirstSection } from './org-sections';
import { nameRole } from './roles';

export function OrgsPage(): ReactNode {
  const [isCreating, setCreating] = useState(false);
  const organizations = useOrganizations();
  return (
    <Page
      title={t('Organizations')}
      lead={t('An organization has a wallet of its own, which its teams and members share.')}
      actions={
        <>
          <CurlLink path="/v1/orgs" />
          <Button look="primary" onClick={() => setCreating(true)}>
            {t('Create an organization')}
          </Button>
        </>
      }
    >
      <Card>
        <QueryView query={organizations}>
          {(data) => (
            <Table
              caption={t('Organizations')}
              rows={data.organizations}
              rowKey={({ id }) => id}
              empty={
                <EmptyState title={t('You belong to no organization')}>
                  {t('Create one, or open the link of an invitation.')}
                </EmptyState>
              }
              columns={[
                {
                  key: 'name',
                  title: t('Name'),
                  render: ({ id, name, role }) => (
                    <Link {...linkFirstSection(id, role)}>{name}</Link>
                  ),
                },
                { key: 'role', title: t('Your role'), render: ({ role }) => nameRole(role) },
                { key: 'since', title: t('Since'), render: (row) => <Time at={row.joinedAt} /> },
                {
                  key: 'balance',
                  title: t('Balance (USD)'),
                  isFigure: true,
                  render: (row) => <Money usd={row.creditBalance} />,
                },
              ]}
            />
          )}
        </QueryView>
      </Card>
      {isCreating && <CreateOrganization onClose={() => setCreating(false)} />}
    </Page>
  );
}

function CreateOrganization({ onClose }: { readonly onClose: () => void }): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <FormDialog
      title={t('Create an organization')}
      onClose={onClose}
      fields={['name']}
      action={t('Create it')}
      onSubmit={async (body, idempotencyKey) => {
        const { id } = await read(createOrganization({ body, ...once(idempotencyKey) }));
        await queries.invalidateQueries({ queryKey: ['organizations'] });
        await navigate({
          to: '/orgs/$orgId/$section',
          params: { orgId: id, section: 'overview' },
        });
      }}
    >
      {(errors) => (
        <TextField label={t('Name')} name="name" required maxLength={100} error={errors.name} />
      )}
    </FormDialog>
  );
}
