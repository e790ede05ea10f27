export interface Gather {
  /** Asks for a run of the work. */
  readonly ask: () => void;
  /** Drops a run that is due. */
  readonly stop: () => void;
}

/** Runs the work once for all requests within `gatherMs`, and at most once in `everyMs`. */
export function createGather(
  work: () => void,
  { everyMs = 0, gatherMs }: { readonly gatherMs: number; readonly everyMs?: number },
): Gather {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMs = -Infinity;
  return {
    ask: () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          lastMs = Date.now();
          work();
        },
        Math.max(gatherMs, lastMs + everyMs - Date.now()),
      );
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
