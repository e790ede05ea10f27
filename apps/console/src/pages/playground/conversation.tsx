import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import type { Turn } from './dialects/dialect';

/** The turns before the newest answer. */
export function Conversation({ turns }: { readonly turns: readonly Turn[] }): ReactNode {
  if (turns.length === 0) return null;
  return (
    <ol aria-label={t('Conversation')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {turns.map((turn, index) => (
        <li key={index} className="rounded border border-line bg-panel p-3">
          <p className="text-muted text-xs">{nameRole(turn)}</p>
          <p className="whitespace-pre-wrap break-words">{turn.text}</p>
          {turn.role === 'user' && turn.image !== undefined && (
            <p className="text-muted text-xs">{t('with an image')}</p>
          )}
          {turn.role === 'assistant' &&
            turn.calls?.map(({ arguments: input, id, name }) => (
              <code key={id} className="block text-xs break-all">
                {name}({input})
              </code>
            ))}
        </li>
      ))}
    </ol>
  );
}

function nameRole({ role }: Turn): string {
  if (role === 'user') return t('You');
  return role === 'tool' ? t('Result of a tool') : t('The model');
}
