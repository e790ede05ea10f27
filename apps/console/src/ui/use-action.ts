import { useRef, useState } from 'react';
import { describeError } from './states';
import { useRenewal } from './use-renewal';

export interface Action {
  /** Runs it once; a failure becomes `error`. Returns whether it succeeded. */
  readonly run: () => Promise<boolean>;
  readonly isBusy: boolean;
  readonly error: string | undefined;
}

/** Work behind a button: no second run while one is under way, and the error to show. */
export function useAction(work: () => Promise<unknown>): Action {
  const [isBusy, setBusy] = useState(false);
  // The second click of a double click can come before the button is disabled.
  const isRunning = useRef(false);
  const [error, setError] = useState<string>();
  const renewAfter = useRenewal();
  const run = async (): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (caught) {
      setError(describeError(caught));
      renewAfter(caught);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { run, isBusy, error };
}
