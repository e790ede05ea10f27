import type { ReachCrashPoint } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { renderWebhook, type WebhookCall } from '../domain/render-webhook';
import type { Timings } from '../domain/timings';
import type { JobObserver, ClaimedWebhook, Clock, WebhookEnd, WebhookStore } from './ports';

/** The status it was answered with; undefined when there was no answer in time. */
export type CallReceiver = (url: string, call: WebhookCall) => Promise<number | undefined>;

/** Calls the receiver once, and sees to it that it is called again unless that was enough. */
export type DeliverWebhook = (claimed: ClaimedWebhook) => Promise<void>;

const gone = 410;

export function createDeliverWebhook(ports: {
  readonly webhooks: WebhookStore;
  readonly callReceiver: CallReceiver;
  /** Of the API, for absolute addresses. */
  readonly baseUrl: string;
  readonly observer: JobObserver;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly reachCrashPoint: ReachCrashPoint;
  readonly logger: Logger;
}): DeliverWebhook {
  const { baseUrl, clock, logger, observer, timings, webhooks } = ports;

  function judge(status: number | undefined, tries: number): WebhookEnd {
    if (status !== undefined && status >= 200 && status < 300) return { state: 'delivered' };
    if (status === gone) return { state: 'stopped' };
    const pauseMs = timings.webhookPausesMs[tries];
    if (pauseMs === undefined) return { state: 'given_up' };
    return { state: 'waiting', nextTryAt: new Date(clock.now().getTime() + pauseMs) };
  }

  return async ({ job, tries }) => {
    const { callbackUrl = '', ulid } = job;
    const call = renderWebhook(job, { attempt: tries + 1, baseUrl });
    const status = await ports.callReceiver(callbackUrl, call);
    ports.reachCrashPoint('video.webhook');
    const end = judge(status, tries);
    await webhooks.noteTry(ulid, end);
    observer.noteWebhook(end.state);
    logger.info('webhook called', { ulid, attempt: tries + 1, status, outcome: end.state });
  };
}
