import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { deleteAutoTopup, getAutoTopup, setAutoTopup } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { ConfirmDialog } from '../../ui/dialog';
import { Money } from '../../ui/money';
import { Card, Facts } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { AutoTopUpDialog } from './auto-top-up-dialog';
import {
  describeRule,
  explainFailure,
  explainState,
  nameCard,
  nameState,
  stateTones,
  type AutoTopUp,
} from './auto-top-up-texts';
import { linkTopUp } from './link-billing';
import { TopUpDialog } from './top-up-dialog';
import { TopUpStatus } from './top-up-status';
import { makeWalletKey, type WalletProps } from './wallet';

type Opened = 'rule' | 'turn-off' | 'delete' | 'top-up';

/** A payment in progress ends within seconds. */
const chargingPollMs = 3_000;

/** The rule that buys credit when little is left, its card and its last payments. */
function AutoTopUpCardView({
  isReadOnly = false,
  orgId,
}: WalletProps & { readonly isReadOnly?: boolean }): ReactNode {
  const [opened, setOpened] = useState<Opened>();
  const onOpen = isReadOnly ? undefined : setOpened;
  const autoTopUp = useQuery({
    queryKey: makeWalletKey(orgId, 'auto-topup'),
    queryFn: () => read(getAutoTopup({ query: { orgId } })),
    refetchInterval: ({ state }) => (state.data?.state === 'charging' ? chargingPollMs : false),
  });
  return (
    <Card
      title={t('Automatic top-ups')}
      actions={<CurlLink path="/api/billing/auto-topup" query={{ orgId }} />}
    >
      <QueryView query={autoTopUp} lines={6}>
        {(data) => (
          <>
            {data.paymentMethod === null ? (
              <WithoutCard onOpen={onOpen} />
            ) : (
              <Rule autoTopUp={data} onOpen={onOpen} />
            )}
            {data.tries.length > 0 && <Tries tries={data.tries} orgId={orgId} />}
            <Dialogs
              autoTopUp={data}
              orgId={orgId}
              opened={opened}
              onClose={() => setOpened(undefined)}
            />
          </>
        )}
      </QueryView>
    </Card>
  );
}

/** A filter of the page does not draw it again. */
export const AutoTopUpCard = memo(AutoTopUpCardView);

interface OpenProps {
  /** Undefined: the viewer may not pay for the wallet. */
  readonly onOpen: ((opened: Opened) => void) | undefined;
}

function WithoutCard({ onOpen }: OpenProps): ReactNode {
  if (onOpen === undefined) {
    return (
      <EmptyState title={t('No card is kept')}>
        {t('An administrator of the organization can keep one with a top-up.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('No card is kept')}
      action={<Button onClick={() => onOpen('top-up')}>{t('Keep a card …')}</Button>}
    >
      {t('Keep a card with your next top-up, and credit is bought before it runs out.')}
    </EmptyState>
  );
}

function Rule({ autoTopUp, onOpen }: OpenProps & { readonly autoTopUp: AutoTopUp }): ReactNode {
  const { enabled, paymentMethod, state } = autoTopUp;
  const explanation = explainState(autoTopUp);
  return (
    <>
      {explanation !== undefined && <p className="text-bad">⚠ {explanation}</p>}
      <Facts
        facts={[
          [
            t('Status'),
            <Badge key="state" tone={stateTones[state]}>
              {nameState(state)}
            </Badge>,
          ],
          [t('Card'), paymentMethod === null ? '–' : <CardName key="card" card={paymentMethod} />],
          ...(enabled ? listRuleFacts(autoTopUp) : []),
        ]}
      />
      {onOpen !== undefined && <RuleActions autoTopUp={autoTopUp} onOpen={onOpen} />}
    </>
  );
}

function RuleActions({
  autoTopUp,
  onOpen,
}: {
  readonly autoTopUp: AutoTopUp;
  readonly onOpen: (opened: Opened) => void;
}): ReactNode {
  const { enabled } = autoTopUp;
  return (
    <div className="flex flex-wrap gap-2 no-print">
      <Button look={enabled ? 'plain' : 'primary'} onClick={() => onOpen('rule')}>
        {nameRuleAction(autoTopUp)}
      </Button>
      {enabled && <Button onClick={() => onOpen('turn-off')}>{t('Turn off')}</Button>}
      <Button look="danger" onClick={() => onOpen('delete')}>
        {t('Delete the card')}
      </Button>
    </div>
  );
}

function nameRuleAction({ enabled, state }: AutoTopUp): string {
  if (!enabled) return t('Turn on …');
  return state === 'paused' ? t('Turn on again …') : t('Change …');
}

function CardName({ card }: { readonly card: NonNullable<AutoTopUp['paymentMethod']> }): ReactNode {
  const month = String(card.expiresMonth).padStart(2, '0');
  return (
    <>
      {nameCard(card)}{' '}
      <span className="text-muted">
        {t('until {month}/{year}', { month, year: String(card.expiresYear) })}
      </span>
    </>
  );
}

function listRuleFacts(autoTopUp: AutoTopUp): readonly (readonly [string, ReactNode])[] {
  const { amountUsd, monthlyLimitUsd, paymentMethod, thresholdUsd, totalUsd } = autoTopUp;
  if (paymentMethod === null || thresholdUsd === null || amountUsd === null) return [];
  const limitUsd = monthlyLimitUsd ?? 0;
  const rule = { thresholdUsd, amountUsd, totalUsd: totalUsd ?? amountUsd };
  return [
    [
      t('Rule'),
      describeRule({ ...rule, monthlyLimitUsd: limitUsd, card: nameCard(paymentMethod) }),
    ],
    [
      t('Charged this month'),
      <span key="charged">
        <Money usd={autoTopUp.chargedThisMonthUsd} /> / <Money usd={limitUsd} />
      </span>,
    ],
    [t('Not before'), <Time key="next" at={autoTopUp.notBefore} />],
  ];
}

function Tries({ orgId, tries }: WalletProps & { readonly tries: AutoTopUp['tries'] }): ReactNode {
  return (
    <Table
      caption={t('Last automatic top-ups')}
      rows={tries}
      rowKey={({ topupId }) => topupId}
      empty={null}
      columns={[
        {
          key: 'time',
          title: t('Time'),
          render: ({ createdAt, topupId }) => (
            <Link {...linkTopUp(topupId, orgId)}>
              <Time at={createdAt} />
            </Link>
          ),
        },
        {
          key: 'status',
          title: t('Status'),
          render: ({ status }) => <TopUpStatus status={status} />,
        },
        {
          key: 'left',
          title: t('Left before (USD)'),
          isFigure: true,
          render: ({ balanceUsd }) => <Money usd={balanceUsd} />,
        },
        {
          key: 'total',
          title: t('Total with fees (USD)'),
          isFigure: true,
          render: ({ totalUsd }) => <Money usd={totalUsd} />,
        },
        {
          key: 'failure',
          title: t('Problem'),
          render: ({ failure }) => (failure === null ? '–' : explainFailure(failure)),
        },
      ]}
    />
  );
}

function Dialogs({
  autoTopUp,
  onClose,
  opened,
  orgId,
}: WalletProps & {
  readonly autoTopUp: AutoTopUp;
  readonly opened: Opened | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const queries = useQueryClient();
  const queryKey = makeWalletKey(orgId, 'auto-topup');
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey });
  const card = autoTopUp.paymentMethod === null ? '' : nameCard(autoTopUp.paymentMethod);
  switch (opened) {
    case 'rule':
      return <AutoTopUpDialog autoTopUp={autoTopUp} orgId={orgId} onClose={onClose} />;
    case 'top-up':
      return <TopUpDialog savesMethod orgId={orgId} onClose={onClose} />;
    case 'turn-off':
      return (
        <ConfirmDialog
          title={t('Turn automatic top-ups off?')}
          action={t('Turn off')}
          onClose={onClose}
          onConfirm={() => turnOff(autoTopUp, orgId).then(refresh)}
        >
          <p>
            {t('{card} is kept, but no longer charged. A payment in progress may end.', { card })}
          </p>
          <p>{t('When the credit is used up, calls are refused until you top up.')}</p>
        </ConfirmDialog>
      );
    case 'delete':
      return (
        <ConfirmDialog
          title={t('Delete {card}?', { card })}
          action={t('Delete the card')}
          onClose={onClose}
          onConfirm={() => read(deleteAutoTopup({ query: { orgId } })).then(refresh)}
        >
          <p>{t('The card and the rule are deleted, also at the payment provider.')}</p>
          <p>{t('When the credit is used up, calls are refused until you top up.')}</p>
        </ConfirmDialog>
      );
    case undefined:
      return null;
  }
}

function turnOff(rule: AutoTopUp, orgId: string | undefined): Promise<unknown> {
  const { amountUsd, channel, monthlyLimitUsd, thresholdUsd } = rule;
  return read(
    setAutoTopup({
      query: { orgId },
      body: {
        enabled: false,
        channel: channel ?? '',
        thresholdUsd: thresholdUsd ?? 0,
        amountUsd: amountUsd ?? 0,
        monthlyLimitUsd: monthlyLimitUsd ?? 0,
      },
    }),
  );
}
