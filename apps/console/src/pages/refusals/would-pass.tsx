import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getCredits } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { useNow } from '../../state/now';
import { Badge } from '../../ui/badge';
import type { KeyEnd } from '../keys/find-key-end';
import type { Key } from '../keys/key-desk';
import { KeyStatus } from '../keys/key-status';
import { useKey } from '../keys/use-key';
import { findEndNow, judgeNow, readKeyEnd, type Refusal } from './judge-now';

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
  const isOwn = refusal.orgId === null;
  const credits = useQuery({
    queryKey: ['credits'],
    queryFn: () => read(getCredits()),
    enabled: isOwn && refusal.figures?.required !== undefined,
  });
  const verdict = judgeNow(refusal, { nowMs, availableUsd: credits.data?.data.available });
  return (
    <>
      <p>{refusal.remedy}</p>
      {verdict === 'yes' && <Passes />}
      {verdict === 'no' && <Fails />}
      {verdict === 'unknown' && (
        <Badge>{t('Whether it would pass now depends on the rule.')}</Badge>
      )}
    </>
  );
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
