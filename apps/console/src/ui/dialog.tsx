import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { t } from '../i18n/language';
import { afterPaint } from './after-paint';
import { Button } from './button';
import { useAction } from './use-action';

/** A modal dialog. The browser keeps the focus inside and closes it with Escape. */
export function Dialog({
  children,
  onClose,
  opensAtOnce = false,
  title,
}: {
  readonly title: string;
  /** People type into it before they see it. */
  readonly opensAtOnce?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed while it is still in the page, so that the browser returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    const open = (): void => element?.showModal();
    // Opening makes the browser compute the style of the whole page.
    const cancel = opensAtOnce ? open() : afterPaint(open);
    return () => {
      cancel?.();
      element?.close();
    };
  }, [opensAtOnce]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-auto w-[min(36rem,calc(100vw-1rem))] max-h-[calc(100dvh-1rem)] rounded-lg border border-line bg-panel text-ink p-5 overflow-y-auto"
    >
      <div className="grid gap-4">
        <div className="flex items-start justify-between gap-3">
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          <Button look="quiet" aria-label={t('Close')} onClick={onClose}>
            ✕
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** Asks before something that cannot be undone, and says what it will do. */
export function ConfirmDialog({
  action,
  children,
  onClose,
  onConfirm,
  title,
}: {
  readonly title: string;
  /** What will happen, with names and figures. */
  readonly children: ReactNode;
  /** The verb on the button: `Delete the key`. */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  const { error, isBusy, run } = useAction(onConfirm);
  const confirm = async (): Promise<void> => {
    if (await run()) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid gap-2">{children}</div>
      {error !== undefined && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
