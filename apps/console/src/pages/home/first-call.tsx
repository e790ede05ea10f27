import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { isDrawing } from '../../state/is-drawing';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { SelectField } from '../../ui/field';
import { Card } from '../../ui/page';
import { accountKeys } from '../keys/key-desk';
import { KeyDialog } from '../keys/key-dialog';
import { clients, makeSnippet, type Client } from './snippets';

/** A first call for each client, ready to be pasted. A new key stays filled in on this page. */
export function FirstCall(): ReactNode {
  const [client, setClient] = useState<Client>('curl');
  const [secret, setSecret] = useState<string>();
  const [isCreating, setCreating] = useState(false);
  return (
    <Card title={t('Make a call')}>
      <SelectField
        label={t('Client')}
        options={clients}
        value={client}
        onChange={(event) => setClient(event.target.value as Client)}
      />
      <CodeBlock
        label={clients[client]}
        code={makeSnippet(client, isDrawing ? 'https://…' : location.origin, secret)}
      />
      <p className="text-muted">
        {secret === undefined
          ? t('Make a key, and it is filled in.')
          : t('Your new key is filled in until you leave this page.')}
      </p>
      <div>
        <Button onClick={() => setCreating(true)}>{t('Make a key')}</Button>
      </div>
      {isCreating && (
        <KeyDialog desk={accountKeys} onMade={setSecret} onClose={() => setCreating(false)} />
      )}
    </Card>
  );
}
