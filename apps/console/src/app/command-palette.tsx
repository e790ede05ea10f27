import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { read } from '../api/client';
import { search } from '../api/generated/sdk.gen';
import { t } from '../i18n/language';
import { classNames } from '../ui/class-names';
import { Dialog } from '../ui/dialog';
import { describeError } from '../ui/states';
import { useDebounced } from '../ui/use-debounced';
import { useOrganizations } from '../pages/orgs/org-queries';
import { listPalettePages } from './navigation';
import {
  findPages,
  findRefusal,
  findSections,
  listSectionEntries,
  makeEntries,
  type KindNames,
  type PaletteEntry,
} from './palette-entries';
import { isOperator, useAccount, type Account } from './session';

/** Opens a page, or what a search finds: keys, calls, organizations, members, models and users. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const navigate = useNavigate();
  const { found, status } = useEntries(text);
  const open = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    void navigate(entry.link);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Enter') {
      // The closed dialog gives the focus back: the key must not press what gets it.
      event.preventDefault();
      open(found[chosen]);
    }
    if (step === undefined) return;
    event.preventDefault();
    setChosen((chosen + step + found.length) % Math.max(found.length, 1));
  };
  return (
    <Dialog title={t('Go to')} opensAtOnce onClose={onClose}>
      <input
        // The palette is opened to write into it: the dialog focuses this field.
        ref={(input) => input?.setAttribute('autofocus', '')}
        role="combobox"
        aria-label={t('Find')}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={`${listId}-${chosen}`}
        maxLength={textMax}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        className="w-full rounded border border-line-strong bg-panel px-2.5 py-1.5"
      />
      <ul id={listId} role="listbox" aria-label={t('Found')} className="grid gap-0.5">
        {found.map((entry, index) => (
          <Option
            key={entry.id}
            id={`${listId}-${index}`}
            entry={entry}
            isChosen={index === chosen}
            onOpen={() => open(entry)}
          />
        ))}
      </ul>
      <p role="status" className="text-muted text-xs px-2">
        {status}
      </p>
    </Dialog>
  );
}

function Option({
  entry,
  id,
  isChosen,
  onOpen,
}: {
  readonly entry: PaletteEntry;
  readonly id: string;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}): ReactNode {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      ref={(option) => {
        if (isChosen) option?.scrollIntoView({ block: 'nearest' });
      }}
      className={classNames(
        'rounded px-2 py-1.5 cursor-pointer wrap-anywhere',
        isChosen && 'bg-raised',
      )}
      onPointerDown={onOpen}
    >
      {entry.title} <span className="text-muted text-xs">{entry.kind}</span>
      {entry.detail !== undefined && (
        <span className="block text-muted text-xs">{entry.detail}</span>
      )}
    </li>
  );
}

const textMax = 200;
const searchedFrom = 2;

/** Pages at once; what the server finds as soon as the reader pauses typing. */
function useEntries(text: string): {
  readonly found: readonly PaletteEntry[];
  readonly status: string;
} {
  const account = useAccount();
  const typed = text.trim();
  const wanted = useDebounced(typed);
  const isSearched = wanted.length >= searchedFrom && wanted === typed;
  const results = useQuery({
    queryKey: ['search', wanted],
    queryFn: ({ signal }) => read(search({ query: { q: wanted }, signal })),
    enabled: isSearched,
  });
  const sections = useSections(account);
  const pages = listPalettePages(account).map(({ link, title }) => ({
    id: `page ${link.to}`,
    title: title(),
    kind: t('Page'),
    link,
  }));
  // Answers to an earlier text are dropped.
  const answer = isSearched ? results.data : undefined;
  const found = [
    ...findRefusal(typed, t('Refusal')),
    ...findPages(pages, typed),
    ...findSections(sections, typed),
    ...(answer?.results ?? []).flatMap((result) =>
      makeEntries(result, nameKinds(), isOperator(account)),
    ),
  ];
  if (typed.length < searchedFrom) return { found, status: '' };
  if (isSearched && results.isError) return { found, status: describeError(results.error) };
  if (answer === undefined) return { found, status: t('Searching …') };
  if (answer.unavailable.length > 0) {
    const services = answer.unavailable.join(', ');
    return { found, status: t('Results are missing: {services} did not answer.', { services }) };
  }
  return { found, status: found.length === 0 ? t('Nothing found') : '' };
}

/** What the viewer may open of its organizations and of the installation. */
function useSections(account: Account): readonly PaletteEntry[] {
  const { data } = useOrganizations();
  const kinds = { organization: t('Organization'), operator: t('Operator') };
  return listSectionEntries(data?.organizations ?? [], isOperator(account), kinds);
}

function nameKinds(): KindNames {
  return {
    call: t('Call'),
    key: t('Key'),
    member: t('Member'),
    model: t('Model'),
    operator: t('Organization, as operator'),
    organization: t('Organization'),
    user: t('User'),
  };
}
