import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { Card } from '../../ui/page';
import type { ToolCall, ToolTurn } from './dialects/dialect';

/** The model called tools: their results are written here, and the conversation goes on. */
export function ToolResults({
  calls,
  isDisabled,
  onSend,
}: {
  readonly calls: readonly ToolCall[];
  readonly isDisabled: boolean;
  readonly onSend: (results: readonly ToolTurn[]) => void;
}): ReactNode {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  return (
    <Card title={t('The model calls tools')}>
      {calls.map(({ arguments: input, id, name }) => (
        <TextArea
          key={id}
          label={t('Result of {name}', { name })}
          hint={input}
          rows={2}
          value={texts[id] ?? ''}
          onChange={(event) => setTexts({ ...texts, [id]: event.target.value })}
        />
      ))}
      <div>
        <Button
          look="primary"
          disabled={isDisabled}
          onClick={() =>
            onSend(calls.map(({ id }) => ({ role: 'tool', callId: id, text: texts[id] ?? '' })))
          }
        >
          {t('Send the results')}
        </Button>
      </div>
    </Card>
  );
}
