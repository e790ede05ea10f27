import type { LiveEvents } from '../../app/live';

/** With the time at which it came, because the clock of the server may differ. */
export type Traffic = LiveEvents['traffic'] & { readonly receivedMs: number };

/** The seconds that are shown. */
export const windowSeconds = 60;

export interface TrafficSecond {
  /** Seconds before now. */
  readonly age: number;
  readonly requests: number;
  readonly errors: number;
}

export interface TrafficSummary {
  readonly perSecond: number;
  readonly requests: number;
  readonly errors: number;
  readonly spend: number;
}

/** Adds an event and forgets those that have left the window. */
export function addTraffic(events: readonly Traffic[], event: Traffic): readonly Traffic[] {
  const since = event.receivedMs - windowSeconds * 1_000;
  return [...events.filter(({ receivedMs }) => receivedMs > since), event];
}

/** One entry for each second of the window, the oldest first; seconds without calls are zero. */
export function listSeconds(events: readonly Traffic[], nowMs: number): readonly TrafficSecond[] {
  const seconds = Array.from({ length: windowSeconds }, (_, index) => ({
    age: windowSeconds - 1 - index,
    requests: 0,
    errors: 0,
  }));
  for (const { errors, receivedMs, requests } of events) {
    const age = Math.max(0, Math.floor((nowMs - receivedMs) / 1_000));
    const second = seconds[windowSeconds - 1 - age];
    if (second === undefined) continue;
    second.requests += requests;
    second.errors += errors;
  }
  return seconds;
}

export function sumTraffic(events: readonly Traffic[], nowMs: number): TrafficSummary {
  const since = nowMs - windowSeconds * 1_000;
  const recent = events.filter(({ receivedMs }) => receivedMs > since);
  const sum = (name: 'requests' | 'errors' | 'spend'): number =>
    recent.reduce((total, event) => total + event[name], 0);
  const requests = sum('requests');
  return {
    requests,
    perSecond: requests / windowSeconds,
    errors: sum('errors'),
    spend: sum('spend'),
  };
}
