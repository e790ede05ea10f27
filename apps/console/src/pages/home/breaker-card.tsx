import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { getAccountBreaker, updateAccountBreaker } from '../../api/generated/sdk.gen';
import type { AccountBreaker } from '../../api/generated/types.gen';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { AmountField, CheckField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { Meter } from '../../ui/meter';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { showToast } from '../../ui/toast';
import { readAmount } from '../orgs/read-amount';

export const breakerKey = ['account', 'breaker'];

/** What a minute and an hour may cost before calls are refused. */
export function BreakerCard(): ReactNode {
  const [isChanging, setChanging] = useState(false);
  const breaker = useQuery({ queryKey: breakerKey, queryFn: () => read(getAccountBreaker()) });
  return (
    <Card
      title={t('Spend breaker')}
      actions={<Button onClick={() => setChanging(true)}>{t('Change')}</Button>}
    >
      <QueryView query={breaker}>
        {(data) => (
          <>
            <Meters breaker={data} />
            {isChanging && <BreakerDialog breaker={data} onClose={() => setChanging(false)} />}
          </>
        )}
      </QueryView>
    </Card>
  );
}

function Meters({ breaker }: { readonly breaker: AccountBreaker }): ReactNode {
  const { liveSpend, resolvedSettings: limits } = breaker;
  return (
    <>
      <p className="text-muted">
        {limits.cbEnabled
          ? t('Calls are refused while the spend of a minute or an hour is above its limit.')
          : t('The breaker is off: nothing stops a runaway program before the credit is spent.')}
      </p>
      {limits.cbMinuteUsd !== null && (
        <Meter
          label={t('This minute')}
          used={liveSpend.minuteSpend}
          limit={limits.cbMinuteUsd}
          text={describeShare(liveSpend.minuteSpend, limits.cbMinuteUsd)}
        />
      )}
      {limits.cbHourlyUsd !== null && (
        <Meter
          label={t('This hour')}
          used={liveSpend.hourSpend}
          limit={limits.cbHourlyUsd}
          text={describeShare(liveSpend.hourSpend, limits.cbHourlyUsd)}
        />
      )}
    </>
  );
}

function BreakerDialog({
  breaker,
  onClose,
}: {
  readonly breaker: AccountBreaker;
  readonly onClose: () => void;
}): ReactNode {
  const queries = useQueryClient();
  const { settings } = breaker;
  return (
    <FormDialog
      title={t('Spend breaker')}
      onClose={onClose}
      fields={['cbEnabled', 'cbMinuteUsd', 'cbHourlyUsd']}
      onSubmit={async ({ cbEnabled, cbHourlyUsd, cbMinuteUsd }) => {
        const body = {
          cbEnabled: cbEnabled === 'on',
          cbMinuteUsd: readAmount(cbMinuteUsd),
          cbHourlyUsd: readAmount(cbHourlyUsd),
        };
        await read(updateAccountBreaker({ body }));
        await queries.invalidateQueries({ queryKey: breakerKey });
        showToast(t('Saved.'));
        onClose();
      }}
    >
      {(errors) => (
        <>
          <CheckField
            label={t('Refuse calls above these limits')}
            name="cbEnabled"
            defaultChecked={settings.cbEnabled}
            error={errors.cbEnabled}
          />
          <AmountField
            label={t('A minute (USD)')}
            name="cbMinuteUsd"
            defaultValue={settings.cbMinuteUsd ?? ''}
            hint={t('Empty: {above}.', { above: t('as the installation') })}
            error={errors.cbMinuteUsd}
          />
          <AmountField
            label={t('An hour (USD)')}
            name="cbHourlyUsd"
            defaultValue={settings.cbHourlyUsd ?? ''}
            hint={t('Empty: {above}.', { above: t('as the installation') })}
            error={errors.cbHourlyUsd}
          />
        </>
      )}
    </FormDialog>
  );
}

function describeShare(used: number, limit: number): string {
  return t('{used} of {limit}', { used: formatUsd(used), limit: formatUsd(limit) });
}
