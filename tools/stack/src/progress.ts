/** One plain line per step with the time it took; readable in a terminal and in a log. */
export interface Progress {
  /** A remark before or between steps. */
  readonly note: (text: string) => void;
  /** Runs a step; its result's text, if any, is added to the line. */
  readonly step: <T>(
    name: string,
    work: () => Promise<T>,
    detail?: (value: T) => string,
  ) => Promise<T>;
}

export function createProgress(print: (line: string) => void): Progress {
  return {
    note: (text) => print(`         ${text}`),
    step: async (name, work, detail) => {
      const startedAt = performance.now();
      const value = await work();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const text = detail?.(value);
      print(`${seconds.padStart(6)} s ${name}${text ? `: ${text}` : ''}`);
      return value;
    },
  };
}
