import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';

export interface TaskFigures {
  readonly count: number;
  /**
   * CPU time of the longest task. Waiting for other processes is not counted; what other virtual
   * machines took is.
   */
  readonly longestMs: number;
  /** The part of the processors that other virtual machines took meanwhile, from 0 to 1. */
  readonly stolenShare: number;
  /** What the browser posted it for, such as `third_party/blink/…/frame_scheduler.cc DoFrame`. */
  readonly longestFrom: string;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly src_file?: string; readonly src_func?: string };
}

/** Records the tasks of every page's main thread until `end`. */
export async function traceTasks(
  browser: Browser,
): Promise<{ readonly end: () => Promise<TaskFigures> }> {
  const session = await browser.newBrowserCDPSession();
  const before = readProcessorTimes();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) {
      if (/RunTask$|^thread_name$/.test(event.name)) events.push(event);
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  });
  return {
    end: async () => {
      const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await isComplete;
      await session.detach();
      const after = readProcessorTimes();
      const stolenShare = (after.stolen - before.stolen) / (after.all - before.all);
      return { ...findFigures(events), stolenShare };
    },
  };
}

/** In ticks since the start of the system; nothing is stolen where it does not count it. */
function readProcessorTimes(): { readonly stolen: number; readonly all: number } {
  if (process.platform !== 'linux') return { stolen: 0, all: performance.now() };
  // user, nice, system, idle, iowait, irq, softirq, steal; guest time is part of user.
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  return { stolen: times[7] ?? 0, all: times.reduce((sum, time) => sum + time, 0) };
}

function findFigures(events: readonly TraceEvent[]): Omit<TaskFigures, 'stolenShare'> {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  const mainThreads = new Set(
    events
      .filter(({ args, name }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = events.filter(
    (event) => event.name === 'ThreadControllerImpl::RunTask' && mainThreads.has(threadOf(event)),
  );
  const [longest] = tasks.toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0));
  return {
    count: tasks.length,
    longestMs: (longest?.tdur ?? 0) / 1_000,
    longestFrom: `${longest?.args.src_file} ${longest?.args.src_func}`,
  };
}
