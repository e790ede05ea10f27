/** Counts what held and what did not, with one line for each. */
export class Checks {
  passed = 0;
  failed = 0;

  readonly #print: (line: string) => void;
  readonly #signal: AbortSignal;

  constructor(print: (line: string) => void, signal: AbortSignal) {
    this.#print = print;
    this.#signal = signal;
  }

  /** Runs one check; a text that it gives is added to its line. Throws after an interruption. */
  async run(name: string, work: () => Promise<string | undefined>): Promise<boolean> {
    this.#signal.throwIfAborted();
    const startedMs = performance.now();
    try {
      const detail = await work();
      this.passed += 1;
      this.#print(`ok     ${name}${format(startedMs)}${detail === undefined ? '' : `: ${detail}`}`);
      return true;
    } catch (error) {
      this.fail(`${name}${format(startedMs)}`, error);
      return false;
    }
  }

  fail(name: string, error: unknown): void {
    this.failed += 1;
    const reason = error instanceof Error ? describe(error) : String(error);
    this.#print(`FAILED ${name}: ${reason}`);
  }

  /** The last line of a run. A run in which nothing was checked has failed. */
  summarize(): { readonly line: string; readonly exitCode: number } {
    const isGood = this.failed === 0 && this.passed > 0;
    return { line: `${this.passed} passed, ${this.failed} failed`, exitCode: isGood ? 0 : 1 };
  }
}

function format(startedMs: number): string {
  return ` (${((performance.now() - startedMs) / 1_000).toFixed(1)} s)`;
}

/** The cause of a failed fetch says more than "fetch failed". */
function describe(error: Error): string {
  const { cause, message } = error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}
