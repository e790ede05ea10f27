import { maskSecrets } from '@tollgate/model-kit';
import type { UpstreamTarget } from '@tollgate/model-spec';
import type { Recording } from './probe';

const hidden = '[hidden]';
const leftOut = '[left out: it named the account]';

/** What names an account, a project or a person, and what is shown in its place. */
const names: readonly (readonly [RegExp, string])[] = [
  [/\barn(?::|%3A)aws[\w-]*(?::|%3A)[^\s"'\\,()<>]+/gi, `arn:aws:${hidden}`],
  [/\b[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, hidden],
  [/\b(projects|subscriptions|resourceGroups)(\/|%2F)[^/\s"'\\%]+/gi, `$1$2${hidden}`],
  [/\b(?:org|proj)[-_][A-Za-z0-9]{8,}/g, hidden],
  // An account of AWS.
  [/(?<![\w.-])\d{12}(?![\w.-])/g, hidden],
];

/** A recording without credentials, hosts and names, so that it can be shown to others. */
export function scrubRecording(
  recording: Recording,
  target: Pick<UpstreamTarget, 'apiKey' | 'headers'>,
): Recording {
  const scrub = (text: string): string => hideNames(maskSecrets(text, target));
  const { pathname } = new URL(recording.url);
  return {
    ...recording,
    // The host may name a customer.
    url: scrub(pathname),
    requestBody: scrub(recording.requestBody),
    ...scrubAnswer(recording, scrub),
  };
}

function hideNames(text: string): string {
  return names.reduce((left, [pattern, shown]) => left.replace(pattern, shown), text);
}

/** A binary stream has checksums: it is kept as it came, or not at all. */
function scrubAnswer(
  { encoding, responseBody }: Recording,
  scrub: (text: string) => string,
): Pick<Recording, 'encoding' | 'responseBody'> {
  if (encoding === undefined) return { responseBody: scrub(responseBody) };
  const text = Buffer.from(responseBody, encoding).toString('latin1');
  return scrub(text) === text
    ? { encoding, responseBody }
    : { encoding: undefined, responseBody: leftOut };
}
