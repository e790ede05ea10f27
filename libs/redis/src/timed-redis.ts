import { Redis, type Command } from 'ioredis';

/** A command without an answer fails after this time. It may still run: scripts are idempotent. */
export const commandTimeoutMs = 500;
/** A timer that fires this late shows that the process stood still in the meantime. */
const stallMsMin = 50;

/**
 * A client whose commands time out, like those of ioredis with `commandTimeout`, but not because
 * this process (or the whole machine) stood still: then the timer fires before the answer that
 * waits in the socket was read, and a healthy Redis would look like one that is away. Such a
 * command gets its time once more.
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
  const dueMs = performance.now() + commandTimeoutMs;
  let timer = setTimeout(() => {
    if (performance.now() - dueMs < stallMsMin) fail();
    else timer = setTimeout(fail, commandTimeoutMs);
  }, commandTimeoutMs);
  const fail = (): void => command.reject(new Error('Command timed out'));
  const clear = (): void => clearTimeout(timer);
  (command.promise as Promise<unknown>).then(clear, clear);
}
