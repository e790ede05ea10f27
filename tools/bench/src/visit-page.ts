import { waitUntil } from '@tollgate/embedded';
import type { Browser, Page } from 'playwright-core';
import type { ConsolePage } from './console-pages';
import type { ConsoleViewer } from './console-viewer';

export interface PageFigures {
  /** Largest contentful paint. */
  readonly lcpMs: number;
  /** The slowest interaction, from the input to the next paint. */
  readonly inpMs: number;
  /** Cumulative layout shift. */
  readonly cls: number;
  /** Until no placeholder is left. */
  readonly contentMs: number;
  readonly requests: number;
  readonly kilobytes: number;
  /** The text that was painted as the largest content. */
  readonly largest: string;
  /** The slowest interaction: how long it waited for the page, and how long the page worked. */
  readonly slowest: string;
  /** What moved most. */
  readonly shifted: string;
}

/** Slow 4G as Lighthouse defines it: 150 ms per round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_638.4 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
};
const cpuSlowdown = 4;
const viewport = { width: 1_280, height: 800 };
const loadTimeoutMs = 60_000;
/** Late shifts and paints still count. */
const settleMs = 1_000;

/** Records the entries of the browser from the first byte of the page on. */
const recorder = `
  globalThis.vitals = { largest: undefined, shifts: [], events: [], contentMs: undefined };
  const describe = (element) => element == null
    ? 'gone'
    : (element.tagName ?? '').toLowerCase() + ' ' + (element.textContent ?? '').slice(0, 24);
  const record = (type, options, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take))
      .observe({ type, buffered: true, ...options });
  record('largest-contentful-paint', {}, (entry) => {
    vitals.largest = { ms: entry.startTime, text: describe(entry.element) };
  });
  record('layout-shift', {}, ({ hadRecentInput, sources, startTime, value }) => {
    if (hadRecentInput) return;
    vitals.shifts.push({ ms: startTime, value, text: describe(sources[0]?.node) });
  });
  record('event', { durationThreshold: 16 }, (entry) => {
    if (!(entry.interactionId > 0)) return;
    const { duration, name, processingEnd, processingStart, startTime, target } = entry;
    const wait = Math.round(processingStart - startTime);
    const work = Math.round(processingEnd - processingStart);
    const text = name + ' ' + describe(target) + ', wait ' + wait + ', work ' + work;
    vitals.events.push({ ms: duration, text });
  });
  const timer = setInterval(() => {
    const root = document.getElementById('root');
    if (root === null || root.inert || root.childElementCount === 0) return;
    if (document.querySelector('[aria-label=Loading]') !== null) return;
    vitals.contentMs = performance.now();
    clearInterval(timer);
  }, 50);
`;

interface Vitals {
  readonly largest: { readonly ms: number; readonly text: string } | null;
  readonly shifts: readonly {
    readonly ms: number;
    readonly value: number;
    readonly text: string;
  }[];
  readonly events: readonly { readonly ms: number; readonly text: string }[];
  readonly contentMs: number;
}

/** One visit with an empty cache, and what people do on the page. */
export async function visitPage(
  browser: Browser,
  { needsSession, path, use }: ConsolePage,
  { baseUrl, cookie }: ConsoleViewer,
): Promise<PageFigures> {
  const context = await browser.newContext({ baseURL: baseUrl, locale: 'en-US', viewport });
  try {
    if (needsSession) {
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url: baseUrl }]);
    }
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript(recorder);
    await page.goto(path, { timeout: loadTimeoutMs });
    // The content security policy forbids Playwright to wait for an expression in the page.
    await waitUntil(() => page.evaluate<boolean>('vitals.contentMs !== undefined'), {
      timeoutMs: loadTimeoutMs,
    });
    await page.waitForTimeout(settleMs);
    const loaded = await page.evaluate<{ requests: number; bytes: number }>(countRequests);
    await use(page);
    const vitals = await page.evaluate<Vitals>('vitals');
    return summarize(vitals, loaded);
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** The page itself and everything that it loaded, as sent. */
const countRequests = `(() => {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ].filter(({ transferSize }) => transferSize > 0);
  const bytes = entries.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return { requests: entries.length, bytes };
})()`;

function summarize(
  { contentMs, events, largest, shifts }: Vitals,
  { bytes, requests }: { readonly requests: number; readonly bytes: number },
): PageFigures {
  const [slowest] = events.toSorted((left, right) => right.ms - left.ms);
  const [shifted] = shifts.toSorted((left, right) => right.value - left.value);
  return {
    lcpMs: largest?.ms ?? Number.NaN,
    largest: largest?.text ?? 'nothing',
    // Interactions below the threshold of the browser are not reported.
    inpMs: slowest?.ms ?? 0,
    slowest: slowest?.text ?? '',
    cls: findLargestShift(shifts),
    shifted: shifted === undefined ? '' : `${shifted.text} at ${shifted.ms.toFixed(0)} ms`,
    contentMs,
    requests,
    kilobytes: bytes / 1_000,
  };
}

const gapMsMax = 1_000;
const windowMsMax = 5_000;

/**
 * The largest sum of shifts that follow each other within a second, in at most five seconds, as
 * the definition of the cumulative layout shift has it.
 */
export function findLargestShift(
  shifts: readonly { readonly ms: number; readonly value: number }[],
): number {
  let largest = 0;
  let sum = 0;
  let firstMs = -Infinity;
  let lastMs = -Infinity;
  for (const { ms, value } of shifts) {
    if (ms - lastMs >= gapMsMax || ms - firstMs >= windowMsMax) {
      sum = 0;
      firstMs = ms;
    }
    lastMs = ms;
    sum += value;
    largest = Math.max(largest, sum);
  }
  return largest;
}
