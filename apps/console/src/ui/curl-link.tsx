import { useState, type ReactNode } from 'react';
import { t } from '../i18n/language';
import { Button } from './button';
import { CodeBlock } from './copy';
import { chooseCredential, makeCurl, type Credential, type CurlQuery } from './curl';
import { Dialog } from './dialog';

/** Every screen shows how to fetch the same with curl. */
export function CurlLink({
  path,
  post,
  query = {},
}: {
  readonly path: string;
  readonly query?: CurlQuery;
  /** The body of a POST. */
  readonly post?: object;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('Show as curl')}
      </Button>
      {isOpen && (
        <Dialog title={t('The same with curl')} onClose={() => setOpen(false)}>
          <p>{explainCredential(chooseCredential(path))}</p>
          <CodeBlock label="curl" code={makeCurl(location.origin, { path, query, post })} />
        </Dialog>
      )}
    </>
  );
}

function explainCredential(credential: Credential): string {
  const texts: Readonly<Record<Credential, string>> = {
    operator: t('Replace $TOLLGATE_KEY by an operator token.'),
    managementKey: t('Replace $TOLLGATE_KEY by one of your management keys.'),
    standardKey: t('Replace $TOLLGATE_KEY by one of your keys.'),
    session: t('Replace $TOLLGATE_SESSION by the value of the session cookie of your browser.'),
  };
  return texts[credential];
}
