/** Without a zone the same text would mean another moment on another server. */
const timePattern =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
const dateCharacters = 'YYYY-MM-DD'.length;

/** The moment an ISO 8601 text names; undefined when it names none, like the 31st of February. */
export function parseTime(text: string): Date | undefined {
  if (!timePattern.test(text)) return undefined;
  const date = text.slice(0, dateCharacters);
  // JavaScript would count on into March.
  const isDay = !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
  const time = new Date(text);
  return isDay && !Number.isNaN(time.getTime()) ? time : undefined;
}
