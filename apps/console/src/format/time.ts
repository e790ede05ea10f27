/** Where and how times are shown: the viewer's choice, else that of the browser. */
export interface TimeStyle {
  readonly timeZone: string;
  readonly language: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const formats = new Map<string, Intl.DateTimeFormat>();

export function formatDateTime(time: string | number | Date, style: TimeStyle): string {
  return getFormat(style, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(time));
}

export function formatDay(time: string | number | Date, style: TimeStyle): string {
  const options = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  return getFormat(style, options).format(new Date(time));
}

/** `Nov 16, 14:00`: the start of an hour in a chart. */
export function formatHour(time: string | number | Date, style: TimeStyle): string {
  const options = {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  return getFormat(style, options).format(new Date(time));
}

/** `12 min ago`, `in 3 days`: for times near now. */
export function formatAgo(time: string | number | Date, nowMs: number, language: string): string {
  const distance = new Date(time).getTime() - nowMs;
  const [unit, sizeMs] = chooseUnit(Math.abs(distance));
  const style = { numeric: 'auto', style: 'short' } as const;
  return new Intl.RelativeTimeFormat(language, style).format(Math.round(distance / sizeMs), unit);
}

/** `840 ms`, `12.3 s`, `4 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < minuteMs) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function chooseUnit(distanceMs: number): readonly [Intl.RelativeTimeFormatUnit, number] {
  if (distanceMs < minuteMs) return ['second', 1_000];
  if (distanceMs < hourMs) return ['minute', minuteMs];
  if (distanceMs < dayMs) return ['hour', hourMs];
  return ['day', dayMs];
}

/** Creating a format takes 50 µs and more, and a table shows hundreds of times. */
function getFormat(style: TimeStyle, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${style.language} ${style.timeZone} ${Object.keys(options).join(' ')}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const created = new Intl.DateTimeFormat(style.language, { ...options, timeZone: style.timeZone });
  formats.set(key, created);
  return created;
}
