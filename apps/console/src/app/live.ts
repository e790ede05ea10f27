import { useEffect, useRef, useState } from 'react';
import { createGather } from './gather';

/** `away`: the stream cannot be opened now; pages then ask at intervals. */
export type LiveState = 'connecting' | 'open' | 'away';

export interface LiveEvents {
  readonly call: unknown;
  readonly balance: {
    readonly total_credits: number;
    readonly total_usage: number;
    readonly reserved: number;
    readonly available: number;
  };
  readonly breaker: {
    readonly id: string;
    readonly at: string;
    readonly scope: string;
    readonly scope_id: string;
    readonly window: string;
    readonly limit: number;
    readonly spent: number;
  };
  /** What was posted since the event before. */
  readonly traffic: {
    readonly at: string;
    readonly requests: number;
    readonly errors: number;
    readonly spend: number;
  };
  readonly reset: unknown;
}

export type LiveListeners = {
  readonly [Kind in keyof LiveEvents]?: (data: LiveEvents[Kind]) => void;
} & {
  /** The stream is open: what happened before it may be missing on the page. */
  readonly open?: () => void;
};

/** Events that come together cause one read. */
const gatherMs = 1_000;
/** A refused stream is tried again after this time; the browser itself retries lost connections. */
const retryMs = 15_000;

/** Follows a stream of the API while the page is shown. */
export function useLive(path: string, listeners: LiveListeners): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const [attempt, setAttempt] = useState(0);
  const current = useRef(listeners);
  useEffect(() => {
    current.current = listeners;
  });
  useEffect(() => {
    const source = new EventSource(path);
    let timer: ReturnType<typeof setTimeout> | undefined;
    source.onopen = () => {
      setState('open');
      current.current.open?.();
    };
    source.onerror = () => {
      setState('away');
      if (source.readyState === EventSource.CLOSED) {
        timer = setTimeout(() => setAttempt((number) => number + 1), retryMs);
      }
    };
    for (const kind of ['call', 'balance', 'breaker', 'traffic', 'reset'] as const) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        const listen = current.current[kind] as ((data: unknown) => void) | undefined;
        listen?.(JSON.parse(data) as unknown);
      });
    }
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [path, attempt]);
  return state;
}

/** A function that runs the work once for all its calls within a second, and within `everyMs`. */
export function useGather(work: () => void, everyMs = 0): () => void {
  const current = useRef(work);
  useEffect(() => {
    current.current = work;
  });
  const [gather] = useState(() => createGather(() => current.current(), { gatherMs, everyMs }));
  useEffect(() => gather.stop, [gather]);
  return gather.ask;
}
