import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { t } from '../i18n/language';
import { classNames } from '../ui/class-names';
import { Dialog } from '../ui/dialog';
import { listPages, type NavigationEntry } from './navigation';
import { useAccount } from './session';

/** Ctrl K and ⌘ K open the palette from everywhere. */
export function usePaletteKey(onOpen: () => void): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onOpen();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [onOpen]);
}

/** Opens a page by a few letters of its name. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const navigate = useNavigate();
  const account = useAccount();
  const found = findEntries(listPages(account), text);
  const open = (entry: NavigationEntry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    void navigate({ to: entry.to });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Enter') open(found[chosen]);
    if (step === undefined) return;
    event.preventDefault();
    setChosen((chosen + step + found.length) % Math.max(found.length, 1));
  };
  return (
    <Dialog title={t('Go to')} onClose={onClose}>
      <input
        // The palette is opened to write into it.
        ref={(input) => input?.focus()}
        role="combobox"
        aria-label={t('Page')}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={`${listId}-${chosen}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        className="w-full rounded border border-line-strong bg-panel px-2.5 py-1.5"
      />
      <ul id={listId} role="listbox" aria-label={t('Pages')} className="grid gap-0.5">
        {found.map((entry, index) => (
          <li
            key={entry.to}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={classNames(
              'rounded px-2 py-1.5 cursor-pointer',
              index === chosen && 'bg-raised',
            )}
            onPointerDown={() => open(entry)}
          >
            {entry.title()}
          </li>
        ))}
        {found.length === 0 && <li className="text-muted px-2">{t('Nothing found')}</li>}
      </ul>
    </Dialog>
  );
}

function findEntries(entries: readonly NavigationEntry[], text: string): NavigationEntry[] {
  const wanted = text.trim().toLowerCase();
  return entries.filter(({ title }) => title().toLowerCase().includes(wanted));
}
