import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { SelectField } from '../../ui/field';
import { makeSnippet, snippetKinds, type SnippetCall, type SnippetKind } from './snippets';

/** The call that would be sent, as a program to copy. */
export function SnippetMenu({
  makeCall,
}: {
  readonly makeCall: () => SnippetCall | undefined;
}): ReactNode {
  const [kind, setKind] = useState<SnippetKind>();
  const call = kind === undefined ? undefined : makeCall();
  return (
    <>
      <SelectField
        label={t('Copy as')}
        value=""
        options={{ '': t('choose'), ...Object.fromEntries(snippetKinds.map((k) => [k, k])) }}
        onChange={(event) => setKind(event.target.value as SnippetKind)}
      />
      {kind !== undefined && call !== undefined && (
        <Dialog title={kind} onClose={() => setKind(undefined)}>
          <p>{t('Replace $TOLLGATE_KEY by one of your keys.')}</p>
          <CodeBlock label={kind} code={makeSnippet(kind, call, location.origin)} />
        </Dialog>
      )}
    </>
  );
}
