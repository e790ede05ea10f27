import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names';

export interface FieldFrame {
  readonly label: string;
  /** What may be written here, its unit and its bounds. */
  readonly hint?: ReactNode;
  /** What the server or the form objected to. */
  readonly error?: string | undefined;
}

const control =
  'w-full rounded border bg-panel text-ink px-2.5 py-1.5 min-h-8.5 text-sm ' +
  'aria-invalid:border-bad border-line-strong disabled:opacity-60';

export type TextFieldProps = FieldFrame & Omit<ComponentProps<'input'>, 'className'>;

export function TextField({ error, hint, label, ...rest }: TextFieldProps): ReactNode {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(ids) => <input {...rest} {...ids} className={control} />}
    </Frame>
  );
}

/** An amount of money; empty is allowed. */
export function AmountField(props: Omit<TextFieldProps, 'type' | 'min' | 'step'>): ReactNode {
  return <TextField {...props} type="number" min={0} step="any" />;
}

export type TextAreaProps = FieldFrame & Omit<ComponentProps<'textarea'>, 'className'>;

export function TextArea({ error, hint, label, ...rest }: TextAreaProps): ReactNode {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(ids) => <textarea rows={4} {...rest} {...ids} className={control} />}
    </Frame>
  );
}

export type SelectFieldProps = FieldFrame &
  Omit<ComponentProps<'select'>, 'className' | 'children'> & {
    readonly options: Readonly<Record<string, string>>;
  };

export function SelectField({ error, hint, label, options, ...rest }: SelectFieldProps): ReactNode {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(ids) => (
        <select {...rest} {...ids} className={control}>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

export function CheckField({
  error,
  hint,
  label,
  ...rest
}: FieldFrame & Omit<ComponentProps<'input'>, 'className' | 'type'>): ReactNode {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="grid gap-1">
      <div className="flex gap-2 items-start">
        <input
          {...rest}
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 accent-accent"
          {...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': errorId })}
        />
        <label htmlFor={id}>
          {label}
          {hint !== undefined && <span className="block text-muted text-xs">{hint}</span>}
        </label>
      </div>
      {error !== undefined && <FieldError id={errorId} text={error} />}
    </div>
  );
}

function FieldError({ id, text }: { readonly id: string; readonly text: string }): ReactNode {
  return (
    <span id={id} role="alert" className="text-bad text-xs">
      ⚠ {text}
    </span>
  );
}

interface ControlIds {
  readonly id: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
}

/** The label, the hint and the error around a control. */
export function Frame({
  children,
  error,
  hint,
  label,
}: FieldFrame & { readonly children: (ids: ControlIds) => ReactNode }): ReactNode {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = classNames(hint !== undefined && hintId, error !== undefined && errorId);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 content-start">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        ...(error === undefined ? {} : { 'aria-invalid': true }),
        ...(described === '' ? {} : { 'aria-describedby': described }),
      })}
      {hint !== undefined && (
        <span id={hintId} className="text-muted text-xs">
          {hint}
        </span>
      )}
      {error !== undefined && <FieldError id={errorId} text={error} />}
    </div>
  );
}
