import type { Logger } from '@tollgate/observability';
import type { CallerDirectory } from './caller-directory';
import type { Clock } from './ports';

export interface Invalidations {
  /** A message of auth. One that cannot be read, or that came after a gap, forgets everything. */
  onMessage(text: string): void;
  /** The counter and the time of the latest change as they are in Redis: messages may be lost. */
  onVersion(version: string | null, changedAtMs: string | null): void;
  /** Messages may have been missed while the connection was lost: drop everything. */
  onReconnect(): void;
}

/** How long after the commit of a change its callers were forgotten here. */
export type OnForgotten = (by: 'message' | 'poll', delayMs: number) => void;

interface Message {
  readonly version: number;
  /** Unix ms at which the change was committed. */
  readonly atMs?: unknown;
  readonly keyHash?: string;
  readonly sessionHash?: string;
  readonly userId?: string;
  readonly orgId?: string;
}

export function createInvalidations(options: {
  readonly keys: CallerDirectory;
  readonly sessions: CallerDirectory;
  readonly clock: Clock;
  readonly onForgotten: OnForgotten;
  readonly logger: Logger;
}): Invalidations {
  const { clock, keys, sessions, logger } = options;
  let seenVersion: number | undefined;

  function measure(by: 'message' | 'poll', atMs: unknown): void {
    if (typeof atMs !== 'number' || !(atMs > 0)) return;
    // The clocks of two machines may differ a little.
    options.onForgotten(by, Math.max(0, clock.nowMs() - atMs));
  }

  function forgetAll(reason: string): void {
    logger.info('callers forgotten', { reason });
    keys.forgetAll();
    sessions.forgetAll();
  }

  function apply(message: Message): void {
    if (message.keyHash !== undefined) keys.forget(message.keyHash);
    if (message.sessionHash !== undefined) sessions.forget(message.sessionHash);
    if (message.userId !== undefined) {
      keys.forgetUser(message.userId);
      sessions.forgetUser(message.userId);
    }
    if (message.orgId !== undefined) keys.forgetOrg(message.orgId);
  }

  return {
    onMessage(text) {
      const message = parseMessage(text);
      if (message === undefined) return forgetAll('unreadable message');
      // The poll may have seen this version already; then the message itself is still news.
      const isNext =
        seenVersion === undefined ||
        message.version === seenVersion ||
        message.version === seenVersion + 1;
      seenVersion = message.version;
      if (isNext) apply(message);
      else forgetAll('missed message');
      measure('message', message.atMs);
    },
    onVersion(text, changedAtMs) {
      const version = Number(text ?? 0);
      if (seenVersion !== undefined && version !== seenVersion) {
        forgetAll('version moved');
        measure('poll', Number(changedAtMs ?? 0));
      }
      seenVersion = version;
    },
    onReconnect: () => forgetAll('reconnected'),
  };
}

function parseMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage =
      typeof value === 'object' &&
      value !== null &&
      'version' in value &&
      typeof value.version === 'number';
    return isMessage ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
