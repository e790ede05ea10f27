import { setTimeout as sleep } from 'node:timers/promises';

export type EventData = Readonly<Record<string, unknown>>;

export interface ServerEvent {
  readonly name: string;
  readonly data: EventData;
}

export interface EventFollower {
  readonly events: readonly ServerEvent[];
  /** The data of all events of one name. */
  readonly list: (name: string) => EventData[];
  /** Answers so far, by status; 0: there was none. */
  readonly statuses: readonly number[];
  /** The headers of the last answer. */
  readonly headers: () => Headers | undefined;
  readonly lastEventId: () => string | undefined;
  /** Whether a stream is open now. */
  readonly isConnected: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface FollowOptions {
  /** Read before every connect. */
  readonly getUrl: () => string;
  readonly getHeaders: () => Readonly<Record<string, string>>;
  /** Where to begin; left out: with what comes from now on. */
  readonly lastEventId?: string | undefined;
  /** False: the first stream that ends is the last one. */
  readonly isResuming?: boolean;
}

const retryMs = 100;

/** Reads server-sent events as a browser does, and resumes after every loss of the connection. */
export function followEvents(options: FollowOptions): EventFollower {
  const { getHeaders, getUrl, isResuming = true } = options;
  const events: ServerEvent[] = [];
  const statuses: number[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  let { lastEventId } = options;
  let headers: Headers | undefined;
  let isConnected = false;

  const takeFrame = (frame: string): void => {
    const fields = new Map(
      frame
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith(':'))
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    lastEventId = fields.get('id') ?? lastEventId;
    const data = fields.get('data');
    if (data === undefined) return;
    events.push({ name: fields.get('event') ?? 'message', data: JSON.parse(data) as EventData });
  };
  const connect = async (): Promise<void> => {
    const resume = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const response = await fetch(getUrl(), { headers: { ...getHeaders(), ...resume }, signal });
    statuses.push(response.status);
    headers = response.headers;
    if (response.status !== 200 || response.body === null) return;
    isConnected = true;
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) takeFrame(frame);
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const before = statuses.length;
      await connect().catch(() => undefined);
      if (statuses.length === before) statuses.push(0);
      isConnected = false;
      if (!isResuming) return;
      await sleep(retryMs);
    }
  };
  const running = run();
  return {
    events,
    list: (name) => events.filter((event) => event.name === name).map(({ data }) => data),
    statuses,
    headers: () => headers,
    lastEventId: () => lastEventId,
    isConnected: () => isConnected,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
