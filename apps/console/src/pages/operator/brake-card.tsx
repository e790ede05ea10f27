import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { getBrake, setBrake } from '../../api/generated/sdk.gen';
import type { Brake, SetBrakeData } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { CurlLink } from '../../ui/curl-link';
import { ConfirmDialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { Form, type FormErrors, type FormValues } from '../../ui/form';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { showToast } from '../../ui/toast';
import { useRefresh } from './save-dialog';

type Change = SetBrakeData['body'];

const fields = ['state', 'limitUsdPerMinute', 'limitUsdPerHour', 'retryAfter', 'reason'] as const;
type Field = (typeof fields)[number];

/** The global brake stops the paid calls of all accounts. */
export function BrakeCard(): ReactNode {
  const brake = useQuery({ queryKey: ['operator', 'brake'], queryFn: () => read(getBrake()) });
  return (
    <Card title={t('Global brake')} actions={<CurlLink path="/api/admin/brake" />}>
      <QueryView query={brake}>{(data) => <BrakeForm brake={data} />}</QueryView>
    </Card>
  );
}

function BrakeForm({ brake }: { readonly brake: Brake }): ReactNode {
  const refresh = useRefresh();
  const [asked, setAsked] = useState<Change>();
  const save = async (body: Change): Promise<void> => {
    await read(setBrake({ body }));
    await refresh();
    showToast(t('Done.'));
  };
  return (
    <>
      <p>
        {brake.tripped ? (
          <Badge tone="bad">{t('paid calls are refused')}</Badge>
        ) : (
          <Badge tone="good">{t('paid calls pass')}</Badge>
        )}
      </p>
      <Form
        fields={fields}
        action={t('Set the brake')}
        onSubmit={async (values) => {
          const change = readChange(values);
          if (change.state === 'manual' && brake.state !== 'manual') setAsked(change);
          else await save(change);
        }}
      >
        {(errors) => <BrakeFields brake={brake} errors={errors} />}
      </Form>
      {asked !== undefined && (
        <ConfirmDialog
          title={t('Refuse all paid calls?')}
          action={t('Refuse paid calls')}
          onClose={() => setAsked(undefined)}
          onConfirm={() => save(asked)}
        >
          <p>{t('Every paid call of every account is refused until the brake is set again.')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function BrakeFields({
  brake,
  errors,
}: {
  readonly brake: Brake;
  readonly errors: FormErrors<Field>;
}): ReactNode {
  const figures = [
    ['limitUsdPerMinute', t('A minute (USD)'), brake.limitUsdPerMinute],
    ['limitUsdPerHour', t('An hour (USD)'), brake.limitUsdPerHour],
    ['retryAfter', t('Retry after (s)'), brake.retryAfter],
  ] as const;
  return (
    <>
      <SelectField
        label={t('State')}
        name="state"
        defaultValue={brake.state}
        options={{
          off: t('off: never brakes'),
          auto: t('auto: brakes above the limits'),
          manual: t('manual: refuses every paid call now'),
        }}
        error={errors.state}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        {figures.map(([name, label, value]) => (
          <TextField
            key={name}
            label={label}
            name={name}
            type="number"
            required
            min={0}
            step="any"
            defaultValue={value}
            error={errors[name]}
          />
        ))}
      </div>
      <TextField
        label={t('Reason')}
        name="reason"
        defaultValue={brake.reason ?? ''}
        error={errors.reason}
      />
    </>
  );
}

function readChange(values: FormValues<Field>): Change {
  return {
    state: values.state as Brake['state'],
    limitUsdPerMinute: Number(values.limitUsdPerMinute),
    limitUsdPerHour: Number(values.limitUsdPerHour),
    retryAfter: Number(values.retryAfter),
    reason: values.reason === '' ? null : values.reason,
  };
}
