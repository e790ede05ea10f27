/** What stands behind the `?` of a page: texts that the page validates and keeps in the URL. */
export type Search = Readonly<Record<string, unknown>>;

const textMax = 300;

/** A text of the URL; undefined for anything else, so that a broken link opens the page plainly. */
export function readText(search: Search, name: string): string | undefined {
  const value = search[name];
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= textMax ? text : undefined;
}

export function readChoice<Choice extends string>(
  search: Search,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = readText(search, name);
  return choices.find((choice) => choice === text);
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** A day as `2026-11-16`. */
export function readDay(search: Search, name: string): string | undefined {
  const text = readText(search, name);
  return text !== undefined && dayPattern.test(text) ? text : undefined;
}

/** Leaves out what is undefined: the URL shows only what was chosen. */
export function compact<Value extends object>(value: Value): Partial<Value> {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries) as Partial<Value>;
}
