import { parseArgs } from 'node:util';

export interface DoctorArguments {
  readonly provider: string;
  /** Of the catalog, or the provider's own name of it. */
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  /** Where the report is written. */
  readonly report: string | undefined;
  /** The folder for recordings. */
  readonly record: string | undefined;
}

/** The command was called in a wrong way; the message says how to call it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage =
  'npm run provider:check -- <provider> [--model NAME] [--base-url URL] [--report FILE] ' +
  '[--record FOLDER]';

/** Raises UsageError. */
export function parseDoctorArguments(given: readonly string[]): DoctorArguments {
  const { positionals, values } = parse(given);
  const [provider, ...others] = positionals;
  if (provider === undefined || others.length > 0) throw new UsageError(`usage: ${usage}`);
  const baseUrl = values['base-url']?.replace(/\/+$/, '');
  if (baseUrl !== undefined && !/^https?:\/\/\S+$/.test(baseUrl))
    throw new UsageError(`--base-url is "${baseUrl}"; an http or https URL is needed`);
  const { model, record, report } = values;
  return { provider, model, baseUrl, report, record };
}

function parse(given: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { model: text, 'base-url': text, report: text, record: text },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason}\nusage: ${usage}`);
  }
}
