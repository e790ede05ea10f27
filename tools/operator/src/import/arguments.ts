import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error';

export const listFormats = ['openrouter', 'litellm'] as const;
export type ListFormat = (typeof listFormats)[number];

export interface ImportArguments {
  /** A file or a URL. */
  readonly source: string;
  /** Undefined: by the shape of the list. */
  readonly format: ListFormat | undefined;
  readonly providers: readonly string[] | undefined;
  readonly addModels: boolean;
  readonly effectiveAt: string | undefined;
  readonly isApplied: boolean;
}

export const usage =
  'npm run catalog:import -- <file or URL> [--format openrouter|litellm] ' +
  '[--providers openai,anthropic] [--add-models] [--effective-at TIME] [--apply]';

/** Raises UsageError. */
export function parseImportArguments(given: readonly string[]): ImportArguments {
  const { positionals, values } = parse(given);
  const [source, ...others] = positionals;
  if (source === undefined || others.length > 0) throw new UsageError(`usage: ${usage}`);
  const format = listFormats.find((name) => name === values.format);
  if (values.format !== undefined && format === undefined)
    throw new UsageError(`--format is "${values.format}"; openrouter or litellm is needed`);
  return {
    source,
    format,
    providers: values.providers?.split(',').filter((name) => name !== ''),
    addModels: values['add-models'] ?? false,
    effectiveAt: readTime(values['effective-at']),
    isApplied: values.apply ?? false,
  };
}

function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`--effective-at is "${text}"; a time like 2026-12-01T00:00:00Z is needed`);
  return time.toISOString();
}

function parse(given: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        ...{ format: text, providers: text, 'effective-at': text },
        ...{ 'add-models': flag, apply: flag },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason}\nusage: ${usage}`);
  }
}
