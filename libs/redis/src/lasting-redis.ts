import { Redis } from 'ioredis';

const connectAgainMs = 100;

/**
 * A client that connects again until it is closed. ioredis gives up for good when Sentinel reports
 * a new master while a connection is being opened: the attempt ends with "Connection is closed",
 * and no other follows. Subscriptions are kept over it.
 */
export class LastingRedis extends Redis {
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  override connect(...args: Parameters<Redis['connect']>): Promise<void> {
    this.#isClosed = false;
    clearTimeout(this.#timer);
    return super.connect(...args);
  }

  override disconnect(reconnect = false): void {
    this.#isClosed = !reconnect;
    clearTimeout(this.#timer);
    super.disconnect(reconnect);
  }

  override quit(...args: Parameters<Redis['quit']>): Promise<'OK'> {
    this.#isClosed = true;
    return super.quit(...args);
  }

  /** To be called when the client reports its end. */
  connectAgain(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.connect().catch(() => undefined), connectAgainMs);
  }
}
