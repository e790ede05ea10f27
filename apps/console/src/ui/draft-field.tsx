import { useEffect, useRef, useState, type ReactNode } from 'react';
import { TextField, type TextFieldProps } from './field';
import { useDebounced } from './use-debounced';

/**
 * A field of a search or filter. It shows every letter at once, and its text is used when the
 * writer pauses: the page is not drawn, and nothing is read, for each letter.
 */
export function DraftField({
  onSettle,
  value,
  ...rest
}: Omit<TextFieldProps, 'defaultValue' | 'onChange' | 'value'> & {
  readonly value: string;
  readonly onSettle: (text: string) => void;
}): ReactNode {
  const [draft, setDraft] = useState(value);
  const settled = useDebounced(draft);
  /** The text that the page knows. */
  const known = useRef(value);
  const settle = useRef(onSettle);
  useEffect(() => {
    settle.current = onSettle;
  });
  useEffect(() => {
    // A link or the back button changed it, not this field.
    if (value !== known.current) setDraft(value);
    known.current = value;
  }, [value]);
  useEffect(() => {
    if (settled === known.current) return;
    known.current = settled;
    settle.current(settled);
  }, [settled]);
  return <TextField {...rest} value={draft} onChange={({ target }) => setDraft(target.value)} />;
}
