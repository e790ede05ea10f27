import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { t } from '../i18n/language';
import { Button } from './button';
import { findErrorField } from './place-error';
import { describeError } from './states';
import { useRenewal } from './use-renewal';

/** Errors by field, and `form` for what concerns no field. */
export type FormErrors<Field extends string> = Partial<Record<Field | 'form', string>>;

export interface FormProps<Field extends string> {
  /** Every name that a field of the form has; an error of the server finds its field by it. */
  readonly fields: readonly Field[];
  readonly onSubmit: (values: FormValues<Field>, idempotencyKey: string) => Promise<unknown>;
  readonly action: string;
  readonly children: (errors: FormErrors<Field>) => ReactNode;
  readonly secondary?: ReactNode;
}

export type FormValues<Field extends string> = Readonly<Record<Field, string>>;

/**
 * The one form: sends once, keeps what was written when the server refuses it, and shows the
 * server's message at the field that it names, which gets the focus. A repeated submit of the same
 * values carries the same idempotency key, so that a lost answer creates nothing twice.
 */
export function Form<Field extends string>(props: FormProps<Field>): ReactNode {
  const { action, children, fields, onSubmit, secondary } = props;
  const [errors, setErrors] = useState<FormErrors<Field>>({});
  const [isBusy, setBusy] = useState(false);
  // The second click of a double click can come before the button is disabled.
  const isSending = useRef(false);
  const renewAfter = useRenewal();
  const sent = useRef<{ readonly text: string; readonly key: string }>(undefined);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const [message] = Object.values<string | undefined>(errors);
    if (message === undefined) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    // The button lost the focus while it was disabled.
    (field ?? form.current?.querySelector<HTMLElement>('[type=submit]'))?.focus();
    // A field that is not shown, or shows no error: the message stands above the button.
    if (!field && errors.form === undefined) setErrors({ form: message } as FormErrors<Field>);
  }, [errors]);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    const values = readValues(fields, new FormData(event.currentTarget));
    const text = JSON.stringify(values);
    if (sent.current?.text !== text) sent.current = { text, key: crypto.randomUUID() };
    setBusy(true);
    setErrors({});
    try {
      await onSubmit(values, sent.current.key);
      sent.current = undefined;
    } catch (error) {
      setErrors(placeError(error, fields));
      renewAfter(error);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      {children(errors)}
      {errors.form !== undefined && (
        <p role="alert" className="text-bad">
          ⚠ {errors.form}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {secondary}
        <Button type="submit" look="primary" isBusy={isBusy}>
          {isBusy ? t('Please wait …') : action}
        </Button>
      </div>
    </form>
  );
}

function readValues<Field extends string>(
  fields: readonly Field[],
  data: FormData,
): FormValues<Field> {
  const entries = fields.map((name) => {
    const value = data.get(name);
    return [name, typeof value === 'string' ? value.trim() : ''] as const;
  });
  return Object.fromEntries(entries) as FormValues<Field>;
}

function placeError<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): FormErrors<Field> {
  const field = findErrorField(error, fields) ?? 'form';
  return { [field]: describeError(error) } as FormErrors<Field>;
}
