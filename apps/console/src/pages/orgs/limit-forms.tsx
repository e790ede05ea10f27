import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AllowedModels, ScopeBreaker } from '../../api/generated/types.gen';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { AmountField, SelectField, TextArea } from '../../ui/field';
import { Form } from '../../ui/form';
import { Facts } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { showToast } from '../../ui/toast';
import type { LimitDesk } from './limit-desk';
import { readAmount } from './read-amount';

interface LimitProps {
  readonly desk: LimitDesk;
}

/** The spend breaker of a scope, as set and as resolved. */
export function BreakerForm({ desk }: LimitProps): ReactNode {
  const queries = useQueryClient();
  const breaker = useQuery({
    queryKey: [...desk.queryKey, 'breaker'],
    queryFn: desk.readBreaker,
  });
  const { above } = desk;
  return (
    <QueryView query={breaker}>
      {(data) => (
        <>
          <InForce breaker={data} />
          <Form
            fields={['cbEnabled', 'cbMinuteUsd', 'cbHourlyUsd']}
            action={t('Save')}
            onSubmit={async ({ cbEnabled, cbHourlyUsd, cbMinuteUsd }) => {
              await desk.setBreaker({
                cbEnabled: cbEnabled === '' ? null : cbEnabled === 'on',
                cbMinuteUsd: readAmount(cbMinuteUsd),
                cbHourlyUsd: readAmount(cbHourlyUsd),
              });
              await queries.invalidateQueries({ queryKey: desk.queryKey });
              showToast(t('Saved.'));
            }}
          >
            {(errors) => (
              <div className="grid gap-3 sm:grid-cols-2">
                <div className="sm:col-span-2">
                  <SelectField
                    label={t('Breaker')}
                    name="cbEnabled"
                    defaultValue={toChoice(data.settings.cbEnabled)}
                    options={{ '': above, on: t('on'), off: t('off') }}
                    error={errors.cbEnabled}
                  />
                </div>
                <AmountField
                  label={t('A minute (USD)')}
                  name="cbMinuteUsd"
                  defaultValue={data.settings.cbMinuteUsd ?? ''}
                  hint={t('Empty: {above}.', { above })}
                  error={errors.cbMinuteUsd}
                />
                <AmountField
                  label={t('An hour (USD)')}
                  name="cbHourlyUsd"
                  defaultValue={data.settings.cbHourlyUsd ?? ''}
                  hint={t('Empty: {above}.', { above })}
                  error={errors.cbHourlyUsd}
                />
              </div>
            )}
          </Form>
        </>
      )}
    </QueryView>
  );
}

function toChoice(isOn: boolean | null): string {
  if (isOn === null) return '';
  return isOn ? 'on' : 'off';
}

function InForce({ breaker }: { readonly breaker: ScopeBreaker }): ReactNode {
  const { liveSpend, resolvedSettings: resolved } = breaker;
  const share = (used: number, limit: number): string =>
    t('{used} of {limit}', { used: formatUsd(used), limit: formatUsd(limit) });
  return (
    <Facts
      facts={[
        [t('In force'), resolved.cbEnabled ? t('on') : t('off')],
        [t('This minute'), share(liveSpend.minuteSpend, resolved.cbMinuteUsd)],
        [t('This hour'), share(liveSpend.hourSpend, resolved.cbHourlyUsd)],
      ]}
    />
  );
}

/** The models that a scope may call, as set and after what the scopes above it allow. */
export function ModelsForm({ desk }: LimitProps): ReactNode {
  const queries = useQueryClient();
  const models = useQuery({ queryKey: [...desk.queryKey, 'models'], queryFn: desk.readModels });
  return (
    <QueryView query={models}>
      {(data) => (
        <Form
          fields={['allowedModels']}
          action={t('Save')}
          onSubmit={async (values) => {
            await desk.setModels(values.allowedModels.split(/[\s,]+/).filter(Boolean));
            await queries.invalidateQueries({ queryKey: desk.queryKey });
            showToast(t('Saved.'));
          }}
        >
          {(errors) => (
            <>
              <p className="wrap-anywhere">{describeModels(data)}</p>
              <TextArea
                label={t('Models')}
                name="allowedModels"
                rows={6}
                defaultValue={data.allowedModels.join('\n')}
                hint={t('One on each line; anthropic/* allows all of a provider. Empty: all.')}
                error={errors.allowedModels}
              />
            </>
          )}
        </Form>
      )}
    </QueryView>
  );
}

function describeModels({ effective, unrestricted }: AllowedModels): string {
  if (unrestricted) return t('Every model is allowed.');
  if (effective.length === 0) return t('In force: no model is allowed.');
  return t('In force: {models}.', { models: effective.join(', ') });
}
