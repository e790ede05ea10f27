import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccount } from '../../app/session';
import { formatUsdExact } from '../../format/money';
import { t } from '../../i18n/language';
import { useNow } from '../../state/now';
import { Badge } from '../../ui/badge';
import { ErrorState, LoadingState } from '../../ui/states';
import type { KeyEnd } from '../keys/find-key-end';
import type { Key } from '../keys/key-desk';
import { KeyStatus } from '../keys/key-status';
import { useKey } from '../keys/use-key';
import {
  findDecider,
  findEndNow,
  judgeNow,
  readKeyEnd,
  type Decider,
  type FiguresNow,
  type Refusal,
  type Verdict,
} from './judge-now';
import { readFiguresNow } from './read-figures-now';

interface RefusalProps {
  readonly refusal: Refusal;
}

/** Whether the same request would pass now, and what to do. */
export function WouldPass({ refusal }: RefusalProps): ReactNode {
  const end = readKeyEnd(refusal);
  if (end !== undefined) return <WouldKeyPass refusal={refusal} end={end} />;
  return <WouldLimitPass refusal={refusal} />;
}

function WouldLimitPass({ refusal }: RefusalProps): ReactNode {
  const nowMs = useNow();
  const { user } = useAccount();
  const decider = findDecider(refusal);
  const isRead = decider !== 'clock' && decider !== 'rule';
  const figures = useQuery({
    queryKey: ['refusals', refusal.requestId, 'now'],
    queryFn: () => readFiguresNow(refusal, { userId: user.id, nowMs: Date.now() }),
    enabled: isRead,
    // The limit may have been raised on another page since it was read.
    staleTime: 0,
  });
  return (
    <>
      <p>{refusal.remedy}</p>
      {isRead && figures.isPending && <LoadingState lines={1} />}
      {figures.isError && (
        <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />
      )}
      {(!isRead || figures.isSuccess) && (
        <LimitVerdict
          decider={decider}
          figures={figures.data ?? null}
          verdict={judgeNow(refusal, { nowMs, now: figures.data ?? null })}
        />
      )}
    </>
  );
}

function LimitVerdict({
  decider,
  figures,
  verdict,
}: {
  readonly decider: Decider;
  readonly figures: FiguresNow | null;
  readonly verdict: Verdict;
}): ReactNode {
  const isHeld = decider === 'cap' || decider === 'budget' || decider === 'balance';
  return (
    <>
      {verdict === 'yes' && <Passes />}
      {verdict === 'no' && <Fails />}
      {verdict === 'unknown' && <Badge>{nameUnknown(decider)}</Badge>}
      {figures !== null && (
        <p className="text-muted">
          {describeFigures(figures)}{' '}
          {verdict === 'yes' && isHeld && t('Calls that run may hold a part of it.')}
        </p>
      )}
    </>
  );
}

function describeFigures(figures: FiguresNow): string {
  if (figures.kind === 'funds') {
    return t('Now: {amount} is there.', { amount: formatUsdExact(figures.available) });
  }
  const { limit, used } = figures;
  if (limit === null) return t('Now: there is no limit.');
  const amounts = { used: formatUsdExact(used), limit: formatUsdExact(limit) };
  return t('Now: {used} of {limit} is used.', amounts);
}

/** What decides, where the console cannot tell. */
function nameUnknown(decider: Decider): string {
  const names: Readonly<Record<Decider, string>> = {
    clock: t('The limit counts anew: it would pass unless it is reached again.'),
    cap: t(
      'The cap of the key decides now. It cannot be read here: it is gone, or your role does not show it.',
    ),
    breaker: t(
      'The spend breaker decides now. It cannot be read here: it is gone, or your role does not show it.',
    ),
    budget: t(
      'The budget decides now. It cannot be read here: it is gone, or your role does not show it.',
    ),
    balance: t(
      'The balance decides now. It cannot be read here: it is gone, or your role does not show it.',
    ),
    rule: t('Whether it would pass now depends on the rule.'),
  };
  return names[decider];
}

function Passes(): ReactNode {
  return <Badge tone="good">{t('It would pass now.')}</Badge>;
}

function Fails(): ReactNode {
  return <Badge tone="bad">{t('It would be refused again now.')}</Badge>;
}

/** The state of the key now decides, not the one at the time of the refusal. */
function WouldKeyPass({ end, refusal }: RefusalProps & { readonly end: KeyEnd }): ReactNode {
  const nowMs = useNow();
  const { keyId, orgId } = refusal;
  const key = useKey(keyId, orgId);
  if (key === undefined) return null;
  const now = findEndNow(end, key, nowMs);
  if (now === undefined) return <Passes />;
  return (
    <>
      <Fails />
      <p>{orgId === null ? nameOwnRemedy(now) : nameOrgRemedy(now)}</p>
      {key === null && now !== 'deleted' && now !== 'rotated' && (
        <p className="text-muted">{t('If that was done since the refusal, it would pass.')}</p>
      )}
      {key !== null && <KeyNow apiKey={key} />}
      {orgId === null ? (
        <Link to="/keys" search={now === 'deleted' ? { list: 'deleted' } : {}}>
          {t('Open the keys')}
        </Link>
      ) : (
        key !== null && (
          <Link to="/orgs/$orgId/$section" params={{ orgId, section: 'keys' }}>
            {t('Open the keys of the organization')}
          </Link>
        )
      )}
    </>
  );
}

/** Which key it is, and who ended it when. */
function KeyNow({ apiKey }: { readonly apiKey: Key }): ReactNode {
  return (
    <div className="flex flex-wrap items-start gap-2">
      <span>{t('Key {name}:', { name: apiKey.name })}</span>
      <KeyStatus apiKey={apiKey} />
    </div>
  );
}

/** Why a key of the viewer does not work, and the remedy. */
function nameOwnRemedy(end: KeyEnd): string {
  const remedies: Readonly<Record<KeyEnd, string>> = {
    deleted: t('The key is deleted and does not work again. Make another key.'),
    disabled: t('The key is disabled. You can enable it, or make another key.'),
    expired: t('The key has expired. You can set a later end, or make another key.'),
    rotated: t('The secret of the key was replaced. Use the new one, or rotate the key again.'),
  };
  return remedies[end];
}

/** The same for a key that administrators manage. */
function nameOrgRemedy(end: KeyEnd): string {
  const remedies: Readonly<Record<KeyEnd, string>> = {
    deleted: t(
      'The key is deleted and does not work again. An administrator of the organization or of the team can make another key.',
    ),
    disabled: t(
      'The key is disabled. An administrator of the organization or of the team can enable it, or make another key.',
    ),
    expired: t(
      'The key has expired. An administrator of the organization or of the team can set a later end, or make another key.',
    ),
    rotated: t(
      'The secret of the key was replaced. Use the new one, or ask an administrator to rotate the key again.',
    ),
  };
  return remedies[end];
}
