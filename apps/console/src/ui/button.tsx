import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

type Look = 'plain' | 'primary' | 'danger' | 'quiet';

const looks: Readonly<Record<Look, string>> = {
  plain: 'px-3 border-line-strong bg-panel text-ink hover:bg-raised',
  primary: 'px-3 border-accent bg-accent text-on-accent hover:opacity-90',
  danger: 'px-3 border-bad bg-panel text-bad hover:bg-raised',
  quiet: 'px-2 border-transparent text-accent hover:bg-raised max-sm:first:-ml-2',
};

const shape =
  'inline-flex items-center justify-center gap-1.5 rounded border py-1.5 min-h-8 ' +
  'text-sm font-medium whitespace-nowrap cursor-pointer disabled:opacity-50 disabled:cursor-not-allowed';

/** The classes of something that looks like a plain button. */
export const plainButton = classNames(shape, looks.plain);

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: Look;
  /** Work is under way: the button stays where it is and takes no second click. */
  readonly isBusy?: boolean;
}

export function Button({
  children,
  disabled,
  isBusy = false,
  look = 'plain',
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(shape, looks[look])}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

/** A link that looks like a button, for going somewhere. */
export function LinkButton({
  children,
  look = 'plain',
  ...rest
}: LinkProps & { readonly look?: Look; readonly children: ReactNode }): ReactNode {
  return (
    <Link {...rest} className={classNames(shape, 'no-underline hover:no-underline', looks[look])}>
      {children}
    </Link>
  );
}

export function Spinner(): ReactNode {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 rounded-full border-2 border-current border-t-transparent animate-spin"
    />
  );
}
