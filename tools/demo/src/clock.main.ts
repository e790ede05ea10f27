import { readFileSync } from 'node:fs';

/**
 * Preloaded into every process of a stack that plays a month: shifts their clock by the
 * milliseconds in a file. Nothing of a service is changed for it.
 */
const pollMs = 50;
const file = process.env['DEMO_CLOCK_FILE'];
const RealDate = Date;
let shiftMs = 0;

function readShift(path: string): void {
  const value = Number(readFileSync(path, 'utf8'));
  if (Number.isFinite(value)) shiftMs = value;
}

function now(): number {
  return RealDate.now() + shiftMs;
}

if (file !== undefined) {
  readShift(file);
  setInterval(() => readShift(file), pollMs).unref();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget): object =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
