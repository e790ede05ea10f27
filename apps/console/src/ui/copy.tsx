import { useState, type ReactNode } from 'react';
import { t } from '../i18n/language';
import { Button } from './button';

const shownMs = 2_000;

export function CopyButton({
  label = t('Copy'),
  text,
}: {
  readonly text: string;
  readonly label?: string;
}): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  return (
    <Button onClick={() => void copy()} aria-live="polite">
      {isCopied ? t('✓ Copied') : label}
    </Button>
  );
}

/** Code to be copied: a command, a key, a snippet. */
export function CodeBlock({
  code,
  label,
}: {
  readonly code: string;
  readonly label: string;
}): ReactNode {
  return (
    <div className="grid gap-1.5">
      <pre
        aria-label={label}
        // A scroll area must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto rounded border border-line bg-raised p-3 font-mono text-xs whitespace-pre"
      >
        {code}
      </pre>
      <div>
        <CopyButton text={code} />
      </div>
    </div>
  );
}
