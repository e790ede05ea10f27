import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time in which every process of the stack has read a new shift. */
const settleMs = 150;

export interface StackClock {
  readonly file: string;
  /** Moves the time of the whole stack; call it only while no call runs. */
  readonly moveTo: (time: Date) => Promise<void>;
}

/** The clock of a stack whose processes preload `clock.main.ts`. */
export function createStackClock(file: string, start: Date): StackClock {
  // A reader must never see half a number.
  const write = (time: Date): void => {
    writeFileSync(`${file}.new`, String(time.getTime() - Date.now()));
    renameSync(`${file}.new`, file);
  };
  write(start);
  return {
    file,
    moveTo: async (time) => {
      write(time);
      await sleep(settleMs);
    },
  };
}
