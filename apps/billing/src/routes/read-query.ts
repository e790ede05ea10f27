import { AppError } from '@tollgate/errors';
import { parseDay, type CalendarDay } from '../domain/calendar-day';

export type Query = Readonly<Record<string, unknown>>;

function refuse(param: string, message: string): AppError {
  return new AppError('unsupported_param', { message: `${param}: ${message}`, param });
}

/** A text of the query; undefined when it is absent or empty. Given twice, it is refused. */
export function readText(query: Query, param: string, charactersMax: number): string | undefined {
  const value = query[param];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw refuse(param, 'must be given once');
  if (value.length > charactersMax || value.includes('\0')) {
    throw refuse(param, `must be a text of at most ${charactersMax} characters`);
  }
  return value;
}

const choiceCharactersMax = 40;

export function readChoice<T extends string>(
  query: Query,
  param: string,
  choices: readonly T[],
  fallback: T,
): T {
  const text = readText(query, param, choiceCharactersMax);
  if (text === undefined) return fallback;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw refuse(param, `must be one of ${choices.join(', ')}`);
  return choice;
}

/** A day that must be there. */
export function readDay(query: Query, param: string): CalendarDay {
  const text = readText(query, param, choiceCharactersMax);
  const day = text === undefined ? undefined : parseDay(text);
  if (day === undefined) throw refuse(param, 'must be a day as YYYY-MM-DD');
  return day;
}

/** A whole number within bounds. */
export function readCount(
  query: Query,
  param: string,
  bounds: { readonly max: number; readonly fallback: number },
): number {
  const text = readText(query, param, choiceCharactersMax);
  if (text === undefined) return bounds.fallback;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > bounds.max) {
    throw refuse(param, `must be a whole number from 1 to ${bounds.max}`);
  }
  return count;
}
