import { pick, type Random } from './random';

/** A program that calls the gateway with its own key. */
export interface Program {
  /** Sent as the name of the application. */
  readonly name: string;
  readonly weight: number;
  readonly models: readonly { readonly id: string; readonly weight: number }[];
  /** Tokens of a usual answer. */
  readonly tokens: number;
  /** Works through the night as well. */
  readonly isNightly?: boolean;
}

export interface PlannedCall {
  readonly program: Program;
  readonly model: string;
  /** The simulator answers as they say. */
  readonly instructions: string;
  readonly isStream: boolean;
}

export interface PlannedHour {
  readonly hour: number;
  readonly calls: readonly PlannedCall[];
}

const nightHour = 2;
const morningHour = 8;
const afternoonHour = 13;
const weekendHour = 11;
/** Work begins at another of these hours every day. */
const hoursSpread = 4;
const weekendShare = 0.3;
const growth = 0.5;
const failureShare = 0.02;
const streamShare = 0.4;
const cachedShare = 0.25;
const failureStatus = 503;

/** The traffic of a day: busy working hours, quiet weekends, slow growth over the month. */
export function planDay(
  random: Random,
  programs: readonly Program[],
  { callsPerHour, date, progress }: DayOptions,
): readonly PlannedHour[] {
  const isWeekend = [0, 6].includes(date.getUTCDay());
  const scale = (isWeekend ? weekendShare : 1) * (1 - growth + growth * progress * 2);
  const plan = (hour: number, able: readonly Program[]): PlannedHour => {
    const share = 0.6 + 0.8 * random();
    const count = able.length === 0 ? 0 : Math.round(callsPerHour * scale * share);
    return { hour, calls: Array.from({ length: count }, () => planCall(random, able)) };
  };
  const nightly = programs.filter(({ isNightly }) => isNightly === true);
  const shift = date.getUTCDate() % hoursSpread;
  const workHours = isWeekend ? [weekendHour] : [morningHour, afternoonHour];
  return [plan(nightHour, nightly), ...workHours.map((hour) => plan(hour + shift, programs))];
}

export interface DayOptions {
  readonly date: Date;
  /** 0 on the first day of the month, 1 on its last. */
  readonly progress: number;
  readonly callsPerHour: number;
}

function planCall(random: Random, programs: readonly Program[]): PlannedCall {
  const program = pick(random, programs);
  const tokens = Math.max(4, Math.round(program.tokens * (0.3 + 1.4 * random())));
  const words = [`tokens=${tokens}`];
  if (random() < cachedShare) words.push(`cached=${Math.round(tokens / 2)}`);
  if (random() < failureShare) words.push(`status=${failureStatus}`);
  return {
    program,
    model: pick(random, program.models).id,
    instructions: `[[sim:${words.join(',')}]]`,
    isStream: random() < streamShare,
  };
}
