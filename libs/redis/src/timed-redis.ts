import { startFairTimer } from '@tollgate/lifecycle';
import { Redis, type Command } from 'ioredis';

/** A command without an answer fails after this time. It may still run: scripts are idempotent. */
export const commandTimeoutMs = 500;

/**
 * A client whose commands time out, like those of ioredis with `commandTimeout`, but not because
 * this process stood still: such a command gets its time once more.
 */
export class TimedRedis extends Redis {
  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const [command] = args;
    const answer = super.sendCommand(...args);
    if (!command.isResolved) failWithoutAnswer(command);
    return answer;
  }
}

function failWithoutAnswer(command: Command): void {
  const clear = startFairTimer(commandTimeoutMs, () =>
    command.reject(new Error('Command timed out')),
  );
  (command.promise as Promise<unknown>).then(clear, clear);
}
