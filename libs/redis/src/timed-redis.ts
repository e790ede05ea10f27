import type { Socket } from 'node:net';
import { startFairTimer } from '@tollgate/lifecycle';
import type { Command, Redis } from 'ioredis';
import { LastingRedis } from './lasting-redis';

/**
 * A command without an answer fails after this time. It may still run: scripts are idempotent. A
 * busy machine delays Redis by more than half a second now and then.
 */
export const commandTimeoutMs = 1_000;
/** A connection that was silent for this long while commands waited is replaced. */
export const silenceMsMax = 2_000;

/** A connection from which nothing came since a command was sent that then failed. */
interface Silence {
  readonly stream: Socket;
  readonly bytesRead: number;
  readonly sinceMs: number;
}

/**
 * A client whose commands time out, like those of ioredis with `commandTimeout`, but not because
 * this process stood still: such a command gets its time once more. A server that vanished without
 * closing the connection, such as a container with a new address, would otherwise be waited for
 * until TCP gives up, which takes minutes.
 */
export class TimedRedis extends LastingRedis {
  #silence: Silence | undefined;

  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const [command] = args;
    const answer = super.sendCommand(...args);
    if (!command.isResolved) this.#failWithoutAnswer(command);
    return answer;
  }

  #failWithoutAnswer(command: Command): void {
    const stream = this.stream as Socket | undefined;
    const sent = stream && { stream, bytesRead: stream.bytesRead, sinceMs: performance.now() };
    const clear = startFairTimer(commandTimeoutMs, () => {
      command.reject(new Error('Command timed out'));
      if (sent !== undefined) this.#noteSilence(sent);
    });
    (command.promise as Promise<unknown>).then(clear, clear);
  }

  #noteSilence(sent: Silence): void {
    const { bytesRead, stream } = sent;
    if (stream !== this.stream || stream.bytesRead !== bytesRead) return;
    const isSame = this.#silence?.stream === stream && this.#silence.bytesRead === bytesRead;
    const since = isSame && this.#silence !== undefined ? this.#silence : sent;
    this.#silence = since;
    if (performance.now() - since.sinceMs >= silenceMsMax) stream.destroy();
  }
}
