import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** What a JSON file holds, or undefined when it does not exist. */
export function readJsonFile<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} is not readable JSON; repair or remove it`, { cause: error });
  }
}

/** Replaces the file whole, readable by its owner only: most of them hold secrets. */
export function writeJsonFile(file: string, value: unknown): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}
