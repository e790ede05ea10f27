const parentCheckMs = 1_000;

/** Aborts when the user asks to stop, or when the process that started the stack is gone. */
export function watchForStop(bootPid: number | undefined): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A second Ctrl-C changes nothing: every part has its own limit to stop in.
    process.on(signal, () => controller.abort(new Error(signal)));
  }
  // The variable is inherited by everything below; only the direct child is meant.
  if (bootPid === process.ppid) {
    const timer = setInterval(() => {
      if (process.ppid !== bootPid) controller.abort(new Error('the starting process ended'));
    }, parentCheckMs);
    timer.unref();
  }
  return controller.signal;
}
