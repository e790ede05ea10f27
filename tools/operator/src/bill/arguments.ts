import { parseArgs } from 'node:util';
import { makeTolerance, type Tolerance } from '@tollgate/provider-bill';
import { UsageError } from '../usage-error';

export interface BillArguments {
  readonly provider: string;
  readonly file: string;
  readonly tolerance: Tolerance;
  /** Models of the catalog by their names on the bill. */
  readonly names: ReadonlyMap<string, string>;
}

export const usage =
  'npm run bill:compare -- <provider> <usage file> [--tolerance PERCENT] [--min-usd AMOUNT] ' +
  '[--name BILLED=MODEL …]';

/** Raises UsageError, and BillError for amounts. */
export function parseBillArguments(given: readonly string[]): BillArguments {
  const { positionals, values } = parse(given);
  const [provider, file, ...others] = positionals;
  if (provider === undefined || file === undefined || others.length > 0)
    throw new UsageError(`usage: ${usage}`);
  return {
    provider,
    file,
    tolerance: makeTolerance({ percent: values.tolerance, minUsd: values['min-usd'] }),
    names: new Map((values.name ?? []).map(readName)),
  };
}

function readName(text: string): readonly [string, string] {
  const [billed, model, ...others] = text.split('=');
  if (billed && model && others.length === 0) return [billed, model];
  throw new UsageError(`--name is "${text}"; <name on the bill>=<model of the catalog> is needed`);
}

function parse(given: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { tolerance: text, 'min-usd': text, name: { ...text, multiple: true } },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason}\nusage: ${usage}`);
  }
}
