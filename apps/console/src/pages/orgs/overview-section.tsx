import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { updateOrganization } from '../../api/generated/sdk.gen';
import type { GetOrganizationResponse } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { CurlLink } from '../../ui/curl-link';
import { AmountField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Money } from '../../ui/money';
import { Card, Figure } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { showToast } from '../../ui/toast';
import { AlertsCard } from '../billing/alerts-card';
import { useOrganization } from './org-queries';
import { readAmount } from './read-amount';

export function OverviewSection({
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly role: string;
}): ReactNode {
  return (
    <QueryView query={useOrganization(orgId)}>
      {(organization) => (
        <>
          <Card title={t('Credit')} actions={<CurlLink path={`/v1/orgs/${orgId}`} />}>
            <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
              <Figure label={t('Balance (USD)')}>
                <Money usd={organization.credits.balance} />
              </Figure>
              <Figure label={t('Spent so far (USD)')}>
                <Money usd={organization.credits.totalUsage} />
              </Figure>
              <Figure label={t('Seats')}>
                {t('{used} of {limit}', {
                  used: organization.seatsUsed,
                  limit: organization.seats,
                })}
              </Figure>
              <PaidBy organization={organization} />
            </div>
          </Card>
          {role === 'org_admin' && <Settings organization={organization} />}
          <AlertsCard orgId={orgId} />
        </>
      )}
    </QueryView>
  );
}

function PaidBy({ organization }: { readonly organization: GetOrganizationResponse }): ReactNode {
  const { billingMode, creditLineUsd } = organization;
  const note = creditLineUsd === null ? undefined : <CreditLine usd={creditLineUsd} />;
  return (
    <Figure label={t('Paid')} note={note}>
      {billingMode === 'monthly' ? t('by monthly invoice') : t('in advance')}
    </Figure>
  );
}

function CreditLine({ usd }: { readonly usd: number }): ReactNode {
  return (
    <>
      {t('Credit line')}: <Money usd={usd} />
    </>
  );
}

function Settings({ organization }: { readonly organization: GetOrganizationResponse }): ReactNode {
  const queries = useQueryClient();
  const { settings } = organization;
  return (
    <Card title={t('Name and budgets')}>
      <Form
        fields={['name', 'weeklyBudgetUsd', 'monthlyBudgetUsd']}
        action={t('Save')}
        onSubmit={async ({ monthlyBudgetUsd, name, weeklyBudgetUsd }) => {
          const budgets = {
            weeklyBudgetUsd: readAmount(weeklyBudgetUsd),
            monthlyBudgetUsd: readAmount(monthlyBudgetUsd),
          };
          const path = { orgId: organization.id };
          await read(updateOrganization({ path, body: { name, settings: budgets } }));
          await queries.invalidateQueries({ queryKey: ['org', organization.id] });
          showToast(t('Saved.'));
        }}
      >
        {(errors) => (
          <div className="grid gap-3 sm:grid-cols-3">
            <TextField
              label={t('Name')}
              name="name"
              required
              maxLength={100}
              defaultValue={organization.name}
              error={errors.name}
            />
            <AmountField
              label={t('Budget of a week (USD)')}
              name="weeklyBudgetUsd"
              defaultValue={settings.weeklyBudgetUsd ?? ''}
              hint={t('Empty: no limit.')}
              error={errors.weeklyBudgetUsd}
            />
            <AmountField
              label={t('Budget of a month (USD)')}
              name="monthlyBudgetUsd"
              defaultValue={settings.monthlyBudgetUsd ?? ''}
              hint={t('Empty: no limit.')}
              error={errors.monthlyBudgetUsd}
            />
          </div>
        )}
      </Form>
    </Card>
  );
}
