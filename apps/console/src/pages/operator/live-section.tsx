import { useEffect, useState, type ReactNode } from 'react';
import { useLive, type LiveEvents, type LiveState } from '../../app/live';
import { formatUsd } from '../../format/money';
import { formatCount, formatPercent } from '../../format/number';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Figure } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { nameLimitScope, nameWindow } from '../refusals/limit-words';
import { addTraffic, listSeconds, sumTraffic, windowSeconds, type Traffic } from './live-window';
import { OwnerLink } from './owner-link';
import { ServicesCard } from './services-card';

type Trip = LiveEvents['breaker'];

const livePath = '/api/admin/live';
const latestMax = 8;
const tripsMax = 20;

/** Traffic of the whole installation as it is posted, and what is not well. */
export function LiveSection(): ReactNode {
  const [events, setEvents] = useState<readonly Traffic[]>([]);
  const [trips, setTrips] = useState<readonly Trip[]>([]);
  const state = useLive(livePath, {
    traffic: (event) =>
      setEvents((before) => addTraffic(before, { ...event, receivedMs: Date.now() })),
    breaker: (trip) => setTrips((before) => [trip, ...before].slice(0, tripsMax)),
  });
  return (
    <>
      <TrafficCard events={events} state={state} />
      <div className="grid gap-4 lg:grid-cols-2">
        <LatestCard events={events} />
        <TripsCard trips={trips} />
      </div>
      <ServicesCard liveState={state} />
    </>
  );
}

function TrafficCard({
  events,
  state,
}: {
  readonly events: readonly Traffic[];
  readonly state: LiveState;
}): ReactNode {
  const nowMs = useSecond();
  const { errors, perSecond, requests, spend } = sumTraffic(events, nowMs);
  return (
    <Card
      title={t('Live traffic')}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <LiveBadge state={state} />
          <CurlLink path="/api/admin/live" />
        </span>
      }
    >
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure
          label={t('Calls a second')}
          note={t('calls in the last minute: {count}', { count: formatCount(requests) })}
        >
          {perSecond.toFixed(1)}
        </Figure>
        <Figure label={t('Failed calls in the last minute')}>{formatCount(errors)}</Figure>
        <Figure label={t('Share of failed calls')}>
          {requests === 0 ? '–' : formatPercent(errors / requests)}
        </Figure>
        <Figure label={t('Spend in the last minute (USD)')}>
          <Money usd={spend} />
        </Figure>
      </div>
      <MinuteBars events={events} nowMs={nowMs} />
    </Card>
  );
}

/** The time, renewed every second, so that the window moves on without traffic. */
function useSecond(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

function LiveBadge({ state }: { readonly state: LiveState }): ReactNode {
  if (state === 'open') return <Badge tone="good">{t('live')}</Badge>;
  if (state === 'connecting') return <Badge>{t('connecting')}</Badge>;
  return <Badge tone="bad">{t('no connection, trying again')}</Badge>;
}

/** The last minute, a bar for each second; the figures are in the cards above. */
function MinuteBars({
  events,
  nowMs,
}: {
  readonly events: readonly Traffic[];
  readonly nowMs: number;
}): ReactNode {
  const seconds = listSeconds(events, nowMs);
  const max = Math.max(1, ...seconds.map(({ requests }) => requests));
  const about = t('Calls of each of the last {seconds} seconds, at most {count}', {
    seconds: windowSeconds,
    count: formatCount(max),
  });
  return (
    <figure className="grid gap-1">
      <svg
        role="img"
        aria-label={about}
        viewBox={`0 0 ${windowSeconds * 4} 40`}
        preserveAspectRatio="none"
        className="h-16 w-full rounded border border-line bg-raised"
      >
        {seconds.map(({ age, errors, requests }, index) => (
          <g key={age}>
            <Bar index={index} share={requests / max} className="fill-accent" />
            <Bar index={index} share={errors / max} className="fill-bad" />
          </g>
        ))}
      </svg>
      <figcaption aria-hidden="true" className="text-muted text-xs">
        {about}
      </figcaption>
    </figure>
  );
}

function Bar({
  className,
  index,
  share,
}: {
  readonly index: number;
  /** Of the whole height. */
  readonly share: number;
  readonly className: string;
}): ReactNode {
  const height = share * 38;
  return (
    <rect x={index * 4 + 0.5} y={40 - height} width={3} height={height} className={className} />
  );
}

/** The newest seconds in which calls were posted. */
function LatestCard({ events }: { readonly events: readonly Traffic[] }): ReactNode {
  const latest = events.filter(({ requests }) => requests > 0).slice(-latestMax);
  return (
    <Card title={t('Latest calls')}>
      <Table
        caption={t('Latest calls')}
        rows={latest.toReversed()}
        rowKey={({ at }) => at}
        empty={
          <EmptyState title={t('No call yet')}>
            {t('Calls appear here a second after they are posted.')}
          </EmptyState>
        }
        columns={[
          { key: 'time', title: t('Time'), render: ({ at }) => <Time at={at} /> },
          {
            key: 'calls',
            title: t('Calls'),
            isFigure: true,
            render: ({ requests }) => formatCount(requests),
          },
          {
            key: 'errors',
            title: t('Failed'),
            isFigure: true,
            render: ({ errors }) =>
              errors === 0 ? '0' : <Badge tone="bad">{formatCount(errors)}</Badge>,
          },
          {
            key: 'spend',
            title: t('Spend (USD)'),
            isFigure: true,
            render: ({ spend }) => <Money usd={spend} />,
          },
        ]}
      />
    </Card>
  );
}

function TripsCard({ trips }: { readonly trips: readonly Trip[] }): ReactNode {
  return (
    <Card title={t('Tripped spend breakers')}>
      <Table
        caption={t('Tripped spend breakers')}
        rows={trips}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('None since this page was opened')} />}
        columns={[
          { key: 'time', title: t('Time'), render: ({ at }) => <Time at={at} /> },
          {
            key: 'scope',
            title: t('Scope'),
            render: ({ scope, scope_id: id }) => (
              <span className="grid">
                {nameLimitScope(scope)}
                <span>
                  <OwnerLink id={id} />
                </span>
              </span>
            ),
          },
          {
            key: 'spent',
            title: t('Spent (USD)'),
            isFigure: true,
            render: ({ limit, spent, window }) =>
              t('{spent} of {limit} in {window}', {
                spent: formatUsd(spent),
                limit: formatUsd(limit),
                window: nameWindow(window),
              }),
          },
        ]}
      />
    </Card>
  );
}
