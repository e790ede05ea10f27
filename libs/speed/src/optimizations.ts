/** What this library does faster than the plain code, one name each; the README says how much. */
export const optimizations = ['small-forwarder', 'slot-list', 'write-batches'] as const;

export type Optimization = (typeof optimizations)[number];

/** For measuring only: names of optimizations to switch off, separated by commas, or `all`. */
const switchedOff = new Set((process.env['TOLLGATE_SPEED_OFF'] ?? '').split(','));

/** Whether an optimization is in use; otherwise its caller runs the plain code. */
export function isOn(name: Optimization): boolean {
  return !switchedOff.has(name) && !switchedOff.has('all');
}
