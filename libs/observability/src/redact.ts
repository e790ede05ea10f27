import { createHash } from 'node:crypto';

const credentialNames = 'authorization|cookie|set-cookie|x-api-key|api_?key|password|secret|token';
const contentNames = 'prompt|messages|content|body';
const secretNames = new RegExp(`^(?:${credentialNames}|${contentNames})$`, 'i');
const secretTexts = /\b(?:sk-(?:tg-|edu-|mg-)?|edu-sess-|Bearer\s+)[A-Za-z0-9._~+/=-]{8,}/g;
const depthMax = 4;
const arrayItemsMax = 20;

/** Length and a short hash: lines can be matched with each other, and never read. */
function redactText(text: string): string {
  return `[redacted ${text.length} ${createHash('sha256').update(text).digest('hex').slice(0, 8)}]`;
}

export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactRecord(fields, 0);
}

function redactRecord(record: object, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    result[name] =
      secretNames.test(name) && value !== undefined ? hide(value) : redactValue(value, depth);
  }
  return result;
}

function hide(value: unknown): string {
  return redactText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.replace(secretTexts, redactText);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (value instanceof Date) return value.toISOString();
  if (depth >= depthMax) return '[deep]';
  if (Array.isArray(value)) {
    return value.slice(0, arrayItemsMax).map((item) => redactValue(item, depth + 1));
  }
  return redactRecord(value, depth + 1);
}

function describeError(error: Error, depth: number): Record<string, unknown> {
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    message: error.message.replace(secretTexts, redactText),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: error.stack?.replace(secretTexts, redactText),
    ...(error.cause === undefined || depth >= depthMax
      ? {}
      : { cause: redactValue(error.cause, depth + 1) }),
  };
}
