/** `npm run demo:data` takes no longer than this. */
export const boundMs = 120_000;
/** For what follows the calls: a video, a class, an invoice, and the end of the stack. */
const reserveMs = 25_000;

/** How far the month is played. */
export interface Progress {
  /** Since the command began. */
  readonly elapsedMs: number;
  /** The part of it in which calls were made. */
  readonly callsMs: number;
  readonly callsMade: number;
  /** Planned calls that were neither made nor left out. */
  readonly callsLeft: number;
}

/** The share of the calls left that fits into the bound, 0 to 1: a slow machine makes fewer. */
export function chooseShare({ callsLeft, callsMade, callsMs, elapsedMs }: Progress): number {
  const leftMs = boundMs - reserveMs - elapsedMs;
  if (leftMs <= 0) return 0;
  if (callsMade === 0 || callsLeft === 0) return 1;
  const fitting = leftMs / (callsMs / callsMade);
  return Math.min(1, fitting / callsLeft);
}

/** Whether a call is made: those that are left out lie evenly between the others. */
export function isMade(index: number, share: number): boolean {
  return Math.floor((index + 1) * share) > Math.floor(index * share);
}

/** The last line of the command, and whether it kept the bound. */
export function judgeRun({
  callsMade,
  callsPlanned,
  elapsedMs,
}: {
  readonly callsMade: number;
  readonly callsPlanned: number;
  readonly elapsedMs: number;
}): { readonly line: string; readonly isInTime: boolean } {
  const seconds = Math.ceil(elapsedMs / 1_000);
  const left =
    callsMade < callsPlanned ? ` (${callsPlanned - callsMade} left out: this machine is slow)` : '';
  const played = `${callsMade} calls of a month played in ${seconds} s${left}`;
  return elapsedMs <= boundMs
    ? { line: `${played}; "npm start" shows them`, isInTime: true }
    : { line: `${played}, which is more than ${boundMs / 1_000} s`, isInTime: false };
}
