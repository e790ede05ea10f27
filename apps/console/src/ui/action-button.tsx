import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button';
import { useAction } from './use-action';

/** A button that does something at the server, with its progress and its error beside it. */
export function ActionButton({
  onAction,
  ...rest
}: Omit<ButtonProps, 'onClick' | 'isBusy'> & {
  readonly onAction: () => Promise<unknown>;
}): ReactNode {
  const { error, isBusy, run } = useAction(onAction);
  return (
    <>
      <Button {...rest} isBusy={isBusy} onClick={() => void run()} />
      {error !== undefined && (
        <span role="alert" className="text-bad text-sm">
          ⚠ {error}
        </span>
      )}
    </>
  );
}
