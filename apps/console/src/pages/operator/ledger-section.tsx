import { useRef, useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { verifyLedger } from '../../api/generated/sdk.gen';
import type { LedgerVerification } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Meter } from '../../ui/meter';
import { Money } from '../../ui/money';
import { Card } from '../../ui/page';
import { describeError, EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { addPart, sortWrongFirst, type Progress } from './ledger-progress';

type Invariant = LedgerVerification['invariants'][number];

/** Checks that every account, call, hold, top-up and invoice of the ledger agrees. */
export function LedgerSection(): ReactNode {
  const { error, isRunning, progress, run, stop } = useVerification();
  return (
    <Card
      title={t('Ledger verification')}
      actions={
        <span className="flex flex-wrap gap-2">
          <CurlLink path="/api/admin/ledger/verify" post={{}} />
          {isRunning ? (
            <Button onClick={stop}>{t('Stop')}</Button>
          ) : (
            <Button look="primary" onClick={() => void run()}>
              {t('Verify the ledger')}
            </Button>
          )}
        </span>
      }
    >
      <p className="text-muted max-w-prose">
        {t('Reads the whole ledger and changes nothing. Calls go on meanwhile.')}
      </p>
      {error !== undefined && (
        <p role="alert" className="text-bad">
          ⚠ {error}
        </p>
      )}
      {progress === undefined ? (
        <EmptyState title={t('Not verified since this page was opened')}>
          {t('The service verifies the ledger every hour by itself and reports it in its metrics.')}
        </EmptyState>
      ) : (
        <Result progress={progress} isRunning={isRunning} />
      )}
    </Card>
  );
}

function useVerification() {
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const run = async (): Promise<void> => {
    isStopped.current = false;
    setRunning(true);
    setError(undefined);
    setProgress(undefined);
    try {
      let current: Progress | undefined;
      do {
        const rest = current === undefined ? {} : { invariants: [...current.remaining] };
        current = addPart(current, await read(verifyLedger({ body: rest })));
        setProgress(current);
      } while (current.remaining.length > 0 && !isStopped.current);
    } catch (caught) {
      setError(describeError(caught));
    } finally {
      setRunning(false);
    }
  };
  const stop = (): void => void (isStopped.current = true);
  return { error, isRunning, progress, run, stop };
}

function Result({
  isRunning,
  progress,
}: {
  readonly progress: Progress;
  readonly isRunning: boolean;
}): ReactNode {
  const { failed, invariants, remaining } = progress;
  const checked = invariants.length + failed.length;
  const wrong = invariants.filter(({ held }) => !held).length;
  return (
    <>
      <Meter
        isProgress
        label={t('Checked')}
        used={checked}
        limit={checked + remaining.length}
        text={t('{done} of {all} invariants', { done: checked, all: checked + remaining.length })}
      />
      <p role="status">
        {wrong > 0 && <Badge tone="bad">{t('broken invariants: {count}', { count: wrong })}</Badge>}
        {wrong === 0 && isRunning && <Badge>{t('no breach so far')}</Badge>}
        {wrong === 0 && !isRunning && remaining.length + failed.length === 0 && (
          <Badge tone="good">{t('every invariant holds')}</Badge>
        )}
        {wrong === 0 && !isRunning && remaining.length + failed.length > 0 && (
          <Badge tone="warn">{t('no breach, but not everything was checked')}</Badge>
        )}
      </p>
      {failed.length > 0 && (
        <p>{t('Could not be checked in time: {ids}', { ids: failed.join(', ') })}</p>
      )}
      <Table
        caption={t('Invariants')}
        rows={sortWrongFirst(invariants)}
        rowKey={({ id }) => id}
        empty={null}
        columns={[
          {
            key: 'held',
            title: t('Result'),
            render: ({ breaches, held }) =>
              held ? (
                <Badge tone="good">{t('holds')}</Badge>
              ) : (
                <Badge tone="bad">{t('{count} wrong', { count: formatCount(breaches) })}</Badge>
              ),
          },
          { key: 'name', title: t('Invariant'), render: (row) => <InvariantName row={row} /> },
          {
            key: 'count',
            title: t('Checked'),
            isFigure: true,
            render: ({ count, unit }) => `${formatCount(count)} ${unit}`,
          },
          {
            key: 'amount',
            title: t('Amount (USD)'),
            isFigure: true,
            render: ({ amountUsd }) => <Money usd={amountUsd} />,
          },
        ]}
      />
    </>
  );
}

function InvariantName({ row: { firstBreach, name } }: { readonly row: Invariant }): ReactNode {
  return (
    <span className="grid">
      {name}
      {firstBreach !== null && (
        <span className="font-mono text-xs text-bad wrap-anywhere">
          {t('first: {id}', { id: firstBreach })}
        </span>
      )}
    </span>
  );
}
