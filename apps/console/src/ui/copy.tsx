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
  const [result, setResult] = useState<'copied' | 'refused'>();
  const copy = async (): Promise<void> => {
    setResult((await writeToClipboard(text)) ? 'copied' : 'refused');
    setTimeout(() => setResult(undefined), shownMs);
  };
  const results = { copied: t('✓ Copied'), refused: t('⚠ Not copied: select the text') };
  return (
    <Button onClick={() => void copy()} aria-live="polite">
      {result === undefined ? label : results[result]}
    </Button>
  );
}

/** Browsers have no clipboard on pages without TLS, and may refuse it elsewhere. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
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
