import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatUsdExact } from '../../format/money';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { Card, Facts } from '../../ui/page';
import { Time } from '../../ui/time';
import { ModelLink } from '../models/model-link';
import { useOwnOrganization } from '../orgs/org-queries';
import { listSections } from '../orgs/org-sections';
import type { Refusal } from './judge-now';
import { nameLimitScope, nameUnit, nameWindow } from './limit-words';
import { WouldPass } from './would-pass';

interface RefusalProps {
  readonly refusal: Refusal;
}

export function RefusalCard({ refusal }: RefusalProps): ReactNode {
  return (
    <Card title={t('Why it was refused')}>
      <RefusalFacts refusal={refusal} />
    </Card>
  );
}

/** Which rule of which scope decided, its figures, and what to do. */
export function RefusalFacts({ refusal }: RefusalProps): ReactNode {
  const { categories, figures, leftOut, orgId, resetsAt, ruleId } = refusal;
  return (
    <>
      <p className="font-medium">{refusal.message}</p>
      <WouldPass refusal={refusal} />
      <Facts
        facts={[
          [t('Time'), <Time key="time" at={refusal.createdAt} />],
          [t('Answer'), `${refusal.status} ${refusal.code}`],
          [t('Decided by'), nameLimitScope(refusal.scope)],
          [t('Request'), refusal.route],
          [t('Model'), refusal.model === null ? '–' : <ModelLink key="model" id={refusal.model} />],
          [
            t('Request id'),
            <span key="id" className="font-mono">
              {refusal.requestId}
            </span>,
          ],
          ...(figures === null ? [] : listFigures(figures)),
          ...(resetsAt === null
            ? []
            : [[t('Free again'), <Time key="reset" at={resetsAt} />] as const]),
          ...(categories.length === 0 ? [] : [[t('Found'), categories.join(', ')] as const]),
        ]}
      />
      {ruleId !== null && orgId !== null && <RuleLink orgId={orgId} ruleId={ruleId} />}
      {leftOut > 0 && (
        <p className="text-muted">
          {t('More refusals of the same minute that are not kept: {count}', {
            count: formatCount(leftOut),
          })}
        </p>
      )}
    </>
  );
}

/** For those who may open the content rules. */
function RuleLink({
  orgId,
  ruleId,
}: {
  readonly orgId: string;
  readonly ruleId: string;
}): ReactNode {
  const role = useOwnOrganization(orgId)?.role;
  if (role === undefined || !listSections(role).includes('rules')) return null;
  return (
    <Link to="/orgs/$orgId/$section" params={{ orgId, section: 'rules' }} search={{ rule: ruleId }}>
      {t('Open the content rules and their lab')}
    </Link>
  );
}

function listFigures(
  figures: NonNullable<Refusal['figures']>,
): readonly (readonly [string, string])[] {
  const isMoney = figures.unit === 'usd';
  const show = (value: number): string =>
    isMoney ? formatUsdExact(value) : `${formatCount(value)} ${nameUnit(figures.unit)}`;
  const names = {
    limit: t('Limit'),
    used: t('Used'),
    reserved: t('Held'),
    available: t('Left'),
    required: t('Needed at most'),
  };
  const window =
    figures.window === undefined ? [] : [[t('Counted over'), nameWindow(figures.window)] as const];
  const numbers = (Object.keys(names) as (keyof typeof names)[]).flatMap((name) => {
    const value = figures[name];
    return value === undefined ? [] : [[names[name], show(value)] as const];
  });
  return [...window, ...numbers];
}
