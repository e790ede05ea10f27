import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import {
  getOrganizationBreaker,
  getOrganizationModels,
  setOrganizationBreaker,
  setOrganizationModels,
} from '../../api/generated/sdk.gen';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { CurlLink } from '../../ui/curl-link';
import { SelectField, TextArea, AmountField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Card, Facts } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { showToast } from '../../ui/toast';
import { readAmount } from './read-amount';

/** The breaker and the allowed models of the organization, as set and as resolved. */
export function LimitsSection({ orgId }: { readonly orgId: string }): ReactNode {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Breaker orgId={orgId} />
      <AllowedModels orgId={orgId} />
    </div>
  );
}

function Breaker({ orgId }: { readonly orgId: string }): ReactNode {
  const queries = useQueryClient();
  const queryKey = ['org', orgId, 'breaker'];
  const breaker = useQuery({
    queryKey,
    queryFn: () => read(getOrganizationBreaker({ path: { orgId } })),
  });
  return (
    <Card
      title={t('Spend breaker')}
      actions={<CurlLink path={`/api/orgs/${orgId}/circuit-breaker`} />}
    >
      <QueryView query={breaker}>
        {({ liveSpend, resolvedSettings: resolved, settings }) => (
          <>
            <Facts
              facts={[
                [t('In force'), resolved.cbEnabled ? t('on') : t('off')],
                [
                  t('This minute'),
                  t('{used} of {limit}', {
                    used: formatUsd(liveSpend.minuteSpend),
                    limit: formatUsd(resolved.cbMinuteUsd ?? 0),
                  }),
                ],
                [
                  t('This hour'),
                  t('{used} of {limit}', {
                    used: formatUsd(liveSpend.hourSpend),
                    limit: formatUsd(resolved.cbHourlyUsd ?? 0),
                  }),
                ],
              ]}
            />
            <Form
              fields={['cbEnabled', 'cbMinuteUsd', 'cbHourlyUsd']}
              action={t('Save')}
              onSubmit={async ({ cbEnabled, cbHourlyUsd, cbMinuteUsd }) => {
                const body = {
                  cbEnabled: cbEnabled === '' ? null : cbEnabled === 'on',
                  cbMinuteUsd: readAmount(cbMinuteUsd),
                  cbHourlyUsd: readAmount(cbHourlyUsd),
                };
                await read(setOrganizationBreaker({ path: { orgId }, body }));
                await queries.invalidateQueries({ queryKey });
                showToast(t('Saved.'));
              }}
            >
              {(errors) => (
                <div className="grid gap-3 sm:grid-cols-3">
                  <SelectField
                    label={t('Breaker')}
                    name="cbEnabled"
                    defaultValue={
                      settings.cbEnabled === null ? '' : settings.cbEnabled ? 'on' : 'off'
                    }
                    options={{ '': t('as the installation'), on: t('on'), off: t('off') }}
                    error={errors.cbEnabled}
                  />
                  <AmountField
                    label={t('A minute (USD)')}
                    name="cbMinuteUsd"
                    defaultValue={settings.cbMinuteUsd ?? ''}
                    hint={t('Empty: as the installation.')}
                    error={errors.cbMinuteUsd}
                  />
                  <AmountField
                    label={t('An hour (USD)')}
                    name="cbHourlyUsd"
                    defaultValue={settings.cbHourlyUsd ?? ''}
                    hint={t('Empty: as the installation.')}
                    error={errors.cbHourlyUsd}
                  />
                </div>
              )}
            </Form>
          </>
        )}
      </QueryView>
    </Card>
  );
}

function AllowedModels({ orgId }: { readonly orgId: string }): ReactNode {
  const queries = useQueryClient();
  const queryKey = ['org', orgId, 'models'];
  const models = useQuery({
    queryKey,
    queryFn: () => read(getOrganizationModels({ path: { orgId } })),
  });
  return (
    <Card
      title={t('Allowed models')}
      actions={<CurlLink path={`/api/orgs/${orgId}/allowed-models`} />}
    >
      <QueryView query={models}>
        {({ allowedModels, unrestricted }) => (
          <Form
            fields={['allowedModels']}
            action={t('Save')}
            onSubmit={async (values) => {
              const body = { allowedModels: values.allowedModels.split(/[\s,]+/).filter(Boolean) };
              await read(setOrganizationModels({ path: { orgId }, body }));
              await queries.invalidateQueries({ queryKey });
              showToast(t('Saved.'));
            }}
          >
            {(errors) => (
              <>
                {unrestricted && <p>{t('Every model is allowed.')}</p>}
                <TextArea
                  label={t('Models')}
                  name="allowedModels"
                  rows={6}
                  defaultValue={allowedModels.join('\n')}
                  hint={t('One on each line; anthropic/* allows all of a provider. Empty: all.')}
                  error={errors.allowedModels}
                />
              </>
            )}
          </Form>
        )}
      </QueryView>
    </Card>
  );
}
