import { useState, type ReactNode } from 'react';
import { t } from '../i18n/language';
import { Button } from './button';
import { CodeBlock } from './copy';
import { Dialog } from './dialog';

/** Every screen shows how to fetch the same with curl. */
export function CurlLink({
  path,
  query = {},
}: {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('Show as curl')}
      </Button>
      {isOpen && (
        <Dialog title={t('The same with curl')} onClose={() => setOpen(false)}>
          <p>{t('Replace $TOLLGATE_KEY by one of your keys.')}</p>
          <CodeBlock label="curl" code={makeCurl(path, query)} />
        </Dialog>
      )}
    </>
  );
}

export function makeCurl(
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const suffix = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return `curl -H "Authorization: Bearer $TOLLGATE_KEY" '${location.origin}${path}${suffix}'`;
}
