import { ensureBrowser } from '@tollgate/embedded';
import { chromium, type Browser } from 'playwright-core';
import { consolePages, type ConsolePage } from './console-pages';
import { makeConsoleViewer, type ConsoleViewer } from './console-viewer';
import { startGateway } from './gateway';
import { median } from './statistics';
import { visitPage, type PageFigures } from './visit-page';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const bars = { lcpMs: 1_500, inpMs: 200, cls: 0.05 };

interface PageResult extends PageFigures {
  readonly path: string;
}

/**
 * How fast the pages of the console are on a slow phone: `npm run bench -- console`, or with paths
 * of pages only those. Every visit has an empty cache, a slow 4G connection and a quarter of the
 * CPU.
 */
export async function measureConsole(paths: readonly string[]): Promise<void> {
  const pages = consolePages.filter(({ path }) => paths.length === 0 || paths.includes(path));
  const program = await ensureBrowser((line) => console.log(line));
  const gateway = await startGateway('bench-console');
  try {
    const viewer = await makeConsoleViewer(gateway);
    const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
    try {
      // Neither the services nor the browser are measured while they warm up.
      for (const page of pages) await visitPage(browser, page, viewer);
      const results = await measureAll(browser, pages, viewer);
      console.log(`\n${formatResults(results)}\n`);
      if (!results.every(isWithinBars)) process.exitCode = 1;
    } finally {
      await browser.close();
    }
  } finally {
    await gateway.stop();
  }
}

async function measureAll(
  browser: Browser,
  pages: readonly ConsolePage[],
  viewer: ConsoleViewer,
): Promise<readonly PageResult[]> {
  const visits = new Map<ConsolePage, PageFigures[]>(pages.map((page) => [page, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const [page, figures] of visits) figures.push(await visitPage(browser, page, viewer));
    console.log(`bench: round ${round} of ${rounds}`);
  }
  return [...visits].map(([{ path }, figures]) => summarize(path, figures));
}

function summarize(path: string, figures: readonly PageFigures[]): PageResult {
  const middle = (pick: (each: PageFigures) => number): number => median(figures.map(pick));
  const [first] = figures;
  return {
    path,
    lcpMs: middle(({ lcpMs }) => lcpMs),
    inpMs: middle(({ inpMs }) => inpMs),
    cls: middle(({ cls }) => cls),
    contentMs: middle(({ contentMs }) => contentMs),
    requests: middle(({ requests }) => requests),
    kilobytes: middle(({ kilobytes }) => kilobytes),
    largest: first?.largest ?? '',
    slowest: first?.slowest ?? '',
    shifted: first?.shifted ?? '',
  };
}

function isWithinBars({ cls, inpMs, lcpMs }: PageResult): boolean {
  return lcpMs <= bars.lcpMs && inpMs <= bars.inpMs && cls <= bars.cls;
}

/** What is beyond its bar is marked with `!`. */
function formatResults(results: readonly PageResult[]): string {
  const mark = (value: number, bar: number, text: string): string =>
    `${value <= bar ? '' : '!'}${text}`;
  const head = [
    'page',
    `LCP ms (${bars.lcpMs})`,
    `INP ms (${bars.inpMs})`,
    `CLS (${bars.cls})`,
    'content ms',
    'requests',
    'kB',
    'largest text',
    'slowest event',
    'largest shift',
  ];
  const rows = results.map((one) => [
    one.path,
    mark(one.lcpMs, bars.lcpMs, one.lcpMs.toFixed(0)),
    mark(one.inpMs, bars.inpMs, one.inpMs.toFixed(0)),
    mark(one.cls, bars.cls, one.cls.toFixed(3)),
    one.contentMs.toFixed(0),
    one.requests.toFixed(0),
    one.kilobytes.toFixed(0),
    one.largest,
    one.slowest,
    one.shifted,
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const pad = (cell: string, column: number): string => cell.padEnd(widths[column] ?? 0);
  return [head, ...rows].map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
