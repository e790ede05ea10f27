import { readFileSync } from 'node:fs';

/** The last lines of a log file, for a message about why something did not start. */
export function readLogTail(logFile: string, linesMax = 25): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-linesMax).join('\n');
  } catch {
    return '(no log)';
  }
}
