import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { isDrawing } from '../../state/is-drawing';
import { LinkButton } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { SelectField } from '../../ui/field';
import { Card } from '../../ui/page';
import { clients, makeSnippet, type Client } from './snippets';

/** A first call for each client, ready to be pasted. */
export function FirstCall(): ReactNode {
  const [client, setClient] = useState<Client>('curl');
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
        code={makeSnippet(client, isDrawing ? 'https://…' : location.origin)}
      />
      <div>
        <LinkButton to="/keys">{t('Make a key')}</LinkButton>
      </div>
    </Card>
  );
}
