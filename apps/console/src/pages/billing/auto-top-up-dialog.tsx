import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { setAutoTopup } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { Form, type FormErrors } from '../../ui/form';
import { showToast } from '../../ui/toast';
import { describeRule, nameCard, type AutoTopUp } from './auto-top-up-texts';
import { useQuote } from './top-up-dialog';
import { makeWalletKey, type WalletProps } from './wallet';

const fields = ['thresholdUsd', 'amountUsd', 'monthlyLimitUsd', 'channel'] as const;
type Field = (typeof fields)[number];
type Values = Readonly<Record<Field, string>>;

/** Turns automatic top-ups on. It states what will be charged before anything is sent. */
export function AutoTopUpDialog({
  autoTopUp,
  onClose,
  orgId,
}: WalletProps & {
  readonly autoTopUp: AutoTopUp;
  readonly onClose: () => void;
}): ReactNode {
  const queries = useQueryClient();
  const channels = listChannels(autoTopUp);
  const [values, setValues] = useState<Values>({
    thresholdUsd: String(autoTopUp.thresholdUsd ?? 10),
    amountUsd: String(autoTopUp.amountUsd ?? 25),
    monthlyLimitUsd: String(autoTopUp.monthlyLimitUsd ?? 100),
    channel: channels.find((id) => id === autoTopUp.channel) ?? channels[0] ?? '',
  });
  return (
    <Dialog title={t('Automatic top-ups')} onClose={onClose}>
      <Form
        fields={fields}
        action={t('Turn on')}
        secondary={<Button onClick={onClose}>{t('Cancel')}</Button>}
        onSubmit={async () => {
          const body = { enabled: true, ...readRule(values) };
          await read(setAutoTopup({ query: { orgId }, body }));
          await queries.invalidateQueries({ queryKey: makeWalletKey(orgId, 'auto-topup') });
          showToast(t('Automatic top-ups are on.'));
          onClose();
        }}
      >
        {(errors) => (
          <>
            <RuleFields
              values={values}
              channels={channels}
              errors={errors}
              onChange={(name, value) => setValues({ ...values, [name]: value })}
            />
            <Agreement autoTopUp={autoTopUp} values={values} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function RuleFields({
  channels,
  errors,
  onChange,
  values,
}: {
  readonly values: Values;
  readonly channels: readonly string[];
  readonly errors: FormErrors<Field>;
  readonly onChange: (name: Field, value: string) => void;
}): ReactNode {
  const amount = (name: Field, label: string, hint: string): ReactNode => (
    <TextField
      label={label}
      name={name}
      type="number"
      required
      min={0.01}
      step="0.01"
      value={values[name]}
      onChange={(event) => onChange(name, event.target.value)}
      hint={hint}
      error={errors[name]}
    />
  );
  return (
    <>
      {amount('thresholdUsd', t('When less than this is left (USD)'), t('The available balance.'))}
      {amount('amountUsd', t('Buy this much credit (USD)'), t('The fee comes on top.'))}
      {amount(
        'monthlyLimitUsd',
        t('Charge at most in a month (USD)'),
        t('With fees, in a calendar month (UTC).'),
      )}
      <SelectField
        label={t('Paid by')}
        name="channel"
        value={values.channel}
        onChange={(event) => onChange('channel', event.target.value)}
        options={Object.fromEntries(channels.map((id) => [id, id]))}
        error={errors.channel}
      />
    </>
  );
}

/** The sentence that the owner agrees to. */
function Agreement({
  autoTopUp,
  values,
}: {
  readonly autoTopUp: AutoTopUp;
  readonly values: Values;
}): ReactNode {
  const { amountUsd, channel, monthlyLimitUsd, thresholdUsd } = readRule(values);
  const quote = useQuote({ amountUsd, channel }, amountUsd >= 1);
  if (quote.data === undefined || autoTopUp.paymentMethod === null) return null;
  const { totalUsd } = quote.data;
  const card = nameCard(autoTopUp.paymentMethod);
  return (
    <p className="rounded border border-line p-3">
      {describeRule({ card, thresholdUsd, amountUsd, totalUsd, monthlyLimitUsd })}
    </p>
  );
}

function readRule(values: Values) {
  return {
    channel: values.channel,
    thresholdUsd: Number(values.thresholdUsd),
    amountUsd: Number(values.amountUsd),
    monthlyLimitUsd: Number(values.monthlyLimitUsd),
  };
}

/** The channels of the provider that keeps the card. */
function listChannels({ channels, paymentMethod }: AutoTopUp): string[] {
  return channels
    .filter(({ provider }) => provider === paymentMethod?.provider)
    .map(({ id }) => id);
}
