import { Client } from 'pg';
import { splitDatabaseHosts } from '@tollgate/store-address';
import type { Logger } from '@tollgate/observability';

export interface ListenerSettings {
  readonly url: string;
  readonly name: string;
  readonly channel: string;
  readonly logger: Logger;
  /** Also called with '' after every connect: notifications in between are lost. */
  readonly onNotification: (payload: string) => void;
}

export interface Listener {
  /** Returns at once; connects in the background and again after every loss. */
  start(): void;
  stop(): Promise<void>;
  /** False: notifications do not arrive now. */
  isListening(): boolean;
}

const connectTimeoutMs = 3_000;
const reconnectMsFirst = 100;
const reconnectMsMax = 5_000;

/** LISTEN on a connection of its own. A hint only: users must poll as well. */
export function createListener(settings: ListenerSettings): Listener {
  const { logger, channel } = settings;
  const urls = splitDatabaseHosts(settings.url);
  let attempts = 0;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = true;
  let failures = 0;
  let isListening = false;

  async function connect(): Promise<void> {
    const next = new Client({
      // A standby refuses LISTEN: the next attempt goes to the next host.
      connectionString: urls[attempts % urls.length],
      application_name: `${settings.name} listener`,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    });
    client = next;
    next.on('error', (error) => logger.debug('listener connection lost', { channel, error }));
    next.on('end', () => scheduleReconnect(next));
    next.on('notification', ({ payload }) => settings.onNotification(payload ?? ''));
    try {
      await next.connect();
      await next.query(`LISTEN ${next.escapeIdentifier(channel)}`);
      failures = 0;
      isListening = true;
      settings.onNotification('');
    } catch (error) {
      logger.warn('cannot listen to the database', { channel, error });
      attempts += 1;
      // A failed connect may or may not emit 'end'; scheduling twice is harmless.
      await next.end().catch(() => undefined);
      scheduleReconnect(next);
    }
  }

  function scheduleReconnect(lost: Client): void {
    if (isStopped || client !== lost) return;
    client = undefined;
    isListening = false;
    const delayMs = Math.min(reconnectMsMax, reconnectMsFirst * 2 ** failures++);
    timer = setTimeout(() => void connect(), delayMs);
  }

  return {
    start: () => {
      isStopped = false;
      void connect();
    },
    stop: async () => {
      isStopped = true;
      isListening = false;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
    isListening: () => isListening,
  };
}
