import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import {
  createTopup,
  listChannels,
  quoteTopup,
  simulatePayment,
} from '../../api/generated/sdk.gen';
import type { CreateTopupResponse, QuoteTopupResponse } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { CheckField, SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Money } from '../../ui/money';
import { Facts } from '../../ui/page';
import { ErrorState, LoadingState } from '../../ui/states';
import { showToast } from '../../ui/toast';
import { findBillingPath, makeWalletKey, type WalletProps } from './wallet';

/** Shows what a top-up costs before it is made, then where to pay. */
export function TopUpDialog({
  onClose,
  orgId,
  savesMethod = false,
}: WalletProps & {
  readonly onClose: () => void;
  /** The box that keeps the card is ticked at first. */
  readonly savesMethod?: boolean;
}): ReactNode {
  const [created, setCreated] = useState<CreateTopupResponse>();
  return (
    <Dialog title={t('Top up')} onClose={onClose}>
      {created === undefined ? (
        <ChooseTopUp
          orgId={orgId}
          onCreated={setCreated}
          onClose={onClose}
          savesMethod={savesMethod}
        />
      ) : (
        <PayTopUp topUp={created} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ChooseTopUp({
  onClose,
  onCreated,
  orgId,
  savesMethod,
}: WalletProps & {
  readonly onCreated: (topUp: CreateTopupResponse) => void;
  readonly onClose: () => void;
  readonly savesMethod: boolean;
}): ReactNode {
  const [amount, setAmount] = useState('25');
  const [chosen, setChosen] = useState<string>();
  const queries = useQueryClient();
  const channels = useQuery({ queryKey: ['channels'], queryFn: () => read(listChannels()) });
  const channel =
    channels.data?.channels.find(({ id }) => id === chosen) ?? channels.data?.channels[0];
  const body = { amountUsd: Number(amount), channel: channel?.id ?? '' };
  const quote = useQuote(body, channel !== undefined && body.amountUsd >= channel.minUsd);
  if (channels.isError) return <ErrorState error={channels.error} />;
  if (channel === undefined) return <LoadingState />;
  return (
    <Form
      fields={['amountUsd', 'channel', 'savePaymentMethod']}
      action={t('Go on to pay')}
      secondary={<Button onClick={onClose}>{t('Cancel')}</Button>}
      onSubmit={async (values, idempotencyKey) => {
        const wanted = {
          ...body,
          orgId,
          returnUrl: `${location.origin}${findBillingPath(orgId)}`,
          savePaymentMethod: values.savePaymentMethod === 'on',
        };
        onCreated(await read(createTopup({ body: wanted, ...once(idempotencyKey) })));
        await queries.invalidateQueries({ queryKey: makeWalletKey(orgId, 'topups') });
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={t('Credit to buy (USD)')}
            name="amountUsd"
            type="number"
            required
            min={channel.minUsd}
            max={channel.maxUsd}
            step="0.01"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            hint={t('From {min} to {max} USD.', { min: channel.minUsd, max: channel.maxUsd })}
            error={errors.amountUsd}
          />
          <SelectField
            label={t('Paid by')}
            name="channel"
            value={channel.id}
            onChange={(event) => setChosen(event.target.value)}
            options={nameChannels(channels.data?.channels ?? [])}
            error={errors.channel}
          />
          {channel.provider !== 'manual' && (
            <CheckField
              label={t('Keep this card for automatic top-ups')}
              name="savePaymentMethod"
              defaultChecked={savesMethod}
              hint={t(
                'Nothing is charged automatically until you turn automatic top-ups on. The payment provider keeps the card; it replaces one that was kept before.',
              )}
            />
          )}
          {quote.data !== undefined && <Quote quote={quote.data} />}
        </>
      )}
    </Form>
  );
}

export function useQuote(
  body: { readonly amountUsd: number; readonly channel: string },
  isAllowed: boolean,
): UseQueryResult<QuoteTopupResponse> {
  return useQuery({
    queryKey: ['quote', body],
    queryFn: () => read(quoteTopup({ body })),
    enabled: isAllowed,
    retry: false,
  });
}

function nameChannels(
  channels: readonly { readonly id: string; readonly currency: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(channels.map(({ currency, id }) => [id, `${id} (${currency})`]));
}

function Quote({ quote }: { readonly quote: QuoteTopupResponse }): ReactNode {
  return (
    <Facts
      facts={[
        [t('Credit'), <Money key="credit" usd={quote.amountUsd} />],
        [t('Fee'), <Money key="fee" usd={quote.feeUsd} />],
        [t('VAT'), <Money key="vat" usd={quote.vatUsd} />],
        [t('Total'), <Money key="total" usd={quote.totalUsd} />],
        [t('You pay'), `${quote.totalLocal} ${quote.currency}`],
      ]}
    />
  );
}

function PayTopUp({
  onClose,
  topUp,
}: {
  readonly topUp: CreateTopupResponse;
  readonly onClose: () => void;
}): ReactNode {
  const queries = useQueryClient();
  return (
    <>
      <p>
        {t('Total')}: <Money usd={topUp.totalUsd} />
      </p>
      {topUp.checkoutUrl !== null && (
        <p>
          <a href={topUp.checkoutUrl}>{t('Open the payment page')}</a>
        </p>
      )}
      {topUp.provider === 'dev' ? (
        <Form
          fields={[]}
          action={t('Pay with play money')}
          onSubmit={async () => {
            await read(simulatePayment({ path: { id: topUp.id } }));
            await queries.invalidateQueries();
            showToast(t('The credit is booked.'));
            onClose();
          }}
        >
          {() => (
            <p className="text-muted">{t('This installation takes payments of play money.')}</p>
          )}
        </Form>
      ) : (
        topUp.instructions !== null && <p>{topUp.instructions}</p>
      )}
    </>
  );
}
