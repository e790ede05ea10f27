import type { ReactNode } from 'react';
import type { AuditEntry } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { Named } from '../../ui/named';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { nameAction } from './name-action';
import { nameTarget } from './name-target';

/** The columns of every audit log. */
export function makeEntryColumns(
  onShow: (entry: AuditEntry) => void,
): readonly Column<AuditEntry>[] {
  return [
    { key: 'time', title: t('Time'), render: (entry) => <Time at={entry.createdAt} /> },
    {
      key: 'action',
      title: t('Action'),
      render: ({ action }) => <Named name={nameAction(action)} id={action} />,
    },
    { key: 'actor', title: t('By'), render: ({ actor }) => <Actor actor={actor} /> },
    {
      key: 'target',
      title: t('What'),
      render: (entry) => <Named name={nameTarget(entry)} id={entry.target.id ?? '–'} />,
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (entry) => <Button onClick={() => onShow(entry)}>{t('Show')}</Button>,
    },
  ];
}

function Actor({ actor }: Pick<AuditEntry, 'actor'>): ReactNode {
  const { email, id, keyId, type } = actor;
  const name = email ?? (type === 'system' ? t('the system') : undefined);
  if (keyId !== undefined) return <Named name={name} id={keyId} />;
  return name ?? <Named name={undefined} id={id ?? type} />;
}

/** How something was before and after a change. */
export function EntryDialog({
  entry,
  onClose,
}: {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}): ReactNode {
  const { action, after, before } = entry;
  return (
    <Dialog title={nameAction(action) ?? action} onClose={onClose}>
      <p className="font-medium">{t('Before')}</p>
      <CodeBlock label={t('Before')} code={JSON.stringify(before, null, 2)} />
      <p className="font-medium">{t('After')}</p>
      <CodeBlock label={t('After')} code={JSON.stringify(after, null, 2)} />
    </Dialog>
  );
}
