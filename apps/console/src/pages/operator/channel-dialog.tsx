import type { ReactNode } from 'react';
import { once, read } from '../../api/client';
import { setChannel } from '../../api/generated/sdk.gen';
import type { ListedChannel, SetChannelData } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { AmountField, CheckField, SelectField, TextArea, TextField } from '../../ui/field';
import type { FormErrors, FormValues } from '../../ui/form';
import { refuseField } from './form-values';
import { SaveDialog } from './save-dialog';

type Settings = SetChannelData['body'];

const fields = [
  ...(['id', 'provider', 'currency', 'localCurrency', 'fxRate'] as const),
  ...(['minUsd', 'maxUsd', 'transferTo'] as const),
];
type Field = (typeof fields)[number];

/** What the form shows for a new channel. */
const newChannel: Omit<Settings, 'enabled'> & { readonly fxRate: string } = {
  provider: 'manual',
  currency: 'USD',
  localCurrency: false,
  fxRate: '1',
  minUsd: 5,
  maxUsd: 10_000,
  transferTo: '',
};

/** Adds a payment channel, or changes one; a new one is open at once. */
export function ChannelDialog({
  channel,
  onClose,
  takenIds,
}: {
  /** Undefined for a new channel. */
  readonly channel: ListedChannel | undefined;
  readonly takenIds: readonly string[];
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SaveDialog
      title={
        channel === undefined ? t('Add a channel') : t('Payment channel {id}', { id: channel.id })
      }
      fields={fields}
      onClose={onClose}
      onSave={(values, key) => {
        const id = channel?.id ?? values.id;
        // The request replaces a channel of this id.
        if (channel === undefined && takenIds.includes(id)) {
          throw refuseField('id', t('There is a channel of this id.'));
        }
        const body = { ...readSettings(values), enabled: channel?.enabled ?? true };
        return read(setChannel({ path: { id }, body, ...once(key) }));
      }}
    >
      {(errors) => (
        <>
          {channel === undefined && (
            <TextField
              label={t('Id')}
              name="id"
              required
              hint={t('2 to 32 lower case letters, digits and underscores, such as bank_eur.')}
              error={errors.id}
            />
          )}
          <SettingsFields channel={channel} errors={errors} />
        </>
      )}
    </SaveDialog>
  );
}

function SettingsFields({
  channel,
  errors,
}: {
  readonly channel: ListedChannel | undefined;
  readonly errors: FormErrors<Field>;
}): ReactNode {
  const shown = channel ?? newChannel;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('Payment provider')}
          name="provider"
          defaultValue={shown.provider}
          options={{
            stripe: t('card, by Stripe'),
            manual: t('transfer, confirmed by an operator'),
            dev: t('play money, for development'),
          }}
          error={errors.provider}
        />
        <TextField
          label={t('Currency')}
          name="currency"
          required
          minLength={3}
          maxLength={3}
          defaultValue={shown.currency}
          hint={t('ISO 4217, such as EUR.')}
          error={errors.currency}
        />
        <TextField
          label={t('For 1 USD')}
          name="fxRate"
          inputMode="decimal"
          defaultValue={shown.fxRate}
          hint={t('Units of the currency. New top-ups use it; quotes that exist keep theirs.')}
          error={errors.fxRate}
        />
        <AmountField
          label={t('Minimum (USD)')}
          name="minUsd"
          required
          defaultValue={shown.minUsd}
          error={errors.minUsd}
        />
        <AmountField
          label={t('Maximum (USD)')}
          name="maxUsd"
          required
          defaultValue={shown.maxUsd}
          error={errors.maxUsd}
        />
      </div>
      <CheckField
        label={t('Local currency')}
        name="localCurrency"
        defaultChecked={shown.localCurrency}
        hint={t('Value-added tax is due on it.')}
      />
      <TextArea
        label={t('Where a transfer goes')}
        name="transferTo"
        maxLength={500}
        defaultValue={shown.transferTo}
        hint={t('The payer reads this text. Only for transfers.')}
        error={errors.transferTo}
      />
    </>
  );
}

function readSettings(values: FormValues<Field>): Settings {
  return {
    provider: values.provider as Settings['provider'],
    currency: values.currency.toUpperCase(),
    localCurrency: values.localCurrency === 'on',
    fxRate: values.fxRate === '' ? null : values.fxRate,
    minUsd: Number(values.minUsd),
    maxUsd: Number(values.maxUsd),
    transferTo: values.transferTo,
  };
}

/** What a request that keeps a channel as it is sends. */
export function pickSettings(channel: ListedChannel): Settings {
  const { currency, enabled, fxRate, localCurrency, maxUsd, minUsd, provider, transferTo } =
    channel;
  return {
    ...{ provider, currency, localCurrency, fxRate, minUsd, maxUsd, enabled, transferTo },
  };
}
