// Loaded before a program (node --import): its clock is ahead by SHIFT_CLOCK_MS.
const shiftMs = Number(process.env.SHIFT_CLOCK_MS);
const readClock = Date.now;
const getNowMs = () => readClock() + shiftMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [getNowMs()] : given, newTarget),
  apply: (target) => new target(getNowMs()).toString(),
  get: (target, name) => (name === 'now' ? getNowMs : Reflect.get(target, name)),
});
