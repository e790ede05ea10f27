/** The request that an event comes from. */
export interface Traceable {
  readonly requestId: string;
  /** Of requests that are traced. */
  readonly traceParent?: string | undefined;
}

/** Postgres rejects NUL in texts; an event must not be lost because of one. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}');
}

const idLengthMax = 200;

export function checkId(id: string): string {
  if (id === '' || id.length > idLengthMax) throw new RangeError('the event has no usable id');
  return toStorable(id);
}

export function checkTime(time: Date | undefined): Date {
  if (time === undefined || Number.isNaN(time.getTime())) {
    throw new RangeError('the event has no time');
  }
  return time;
}
