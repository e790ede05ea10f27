import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import {
  createModerationRule,
  deleteModerationRule,
  listEvidence,
  listModerationRules,
  updateModerationRule,
} from '../../api/generated/sdk.gen';
import type { Evidence, ModerationRule } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field';
import { Facts } from '../../ui/page';
import { Time } from '../../ui/time';
import { readLines } from './form-values';
import { OperatorList, pageQuery, useItems } from './operator-list';
import { ConfirmButton, SaveDialog } from './save-dialog';
import { OwnerLink } from './owner-link';

/** What the platform refuses, and what it refused. */
export function ModerationSection(): ReactNode {
  return (
    <>
      <Rules />
      <RefusedCalls />
    </>
  );
}

function Rules(): ReactNode {
  const [edited, setEdited] = useState<ModerationRule | 'new'>();
  const items = useItems('moderation-rules', () => read(listModerationRules()));
  return (
    <OperatorList
      title={t('Moderation rules')}
      items={items}
      curl="/api/admin/moderation/rules"
      rowKey={({ id }) => id}
      emptyText={t('No rule yet')}
      actions={<Button onClick={() => setEdited('new')}>{t('Add a rule')}</Button>}
      columns={[
        { key: 'name', title: t('Name'), render: ({ name }) => name },
        { key: 'category', title: t('Category'), render: ({ category }) => category },
        { key: 'kind', title: t('Kind'), render: ({ kind }) => kind },
        {
          key: 'state',
          title: t('Status'),
          render: ({ enabled }) => (
            <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? t('on') : t('off')}</Badge>
          ),
        },
        {
          key: 'actions',
          title: t('Actions'),
          render: (rule) => (
            <span className="flex flex-wrap gap-1">
              <Button onClick={() => setEdited(rule)}>{t('Edit')}</Button>
              <ConfirmButton
                label={t('Delete')}
                title={t('Delete the rule {name}?', { name: rule.name })}
                onConfirm={() => read(deleteModerationRule({ path: { id: rule.id } }))}
              >
                <p>{t('Calls that it refused pass from now on.')}</p>
              </ConfirmButton>
            </span>
          ),
        },
      ]}
    >
      {edited !== undefined && (
        <RuleDialog
          rule={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </OperatorList>
  );
}

function RuleDialog({
  onClose,
  rule,
}: {
  readonly rule: ModerationRule | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const [kind, setKind] = useState<ModerationRule['kind']>(rule?.kind ?? 'keyword');
  return (
    <SaveDialog
      title={rule?.name ?? t('Add a rule')}
      fields={['name', 'category', 'kind', 'keywords', 'pattern', 'enabled']}
      onClose={onClose}
      lead={<p>{t('It is in force for every call of every account at once.')}</p>}
      onSave={({ category, enabled, keywords, name, pattern }, key) => {
        const body = {
          name,
          category,
          kind,
          keywords: kind === 'keyword' ? readLines(keywords) : [],
          pattern: kind === 'regex' ? pattern : null,
          enabled: enabled === 'on',
        };
        if (rule === undefined) return read(createModerationRule({ body, ...once(key) }));
        return read(updateModerationRule({ path: { id: rule.id }, body }));
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={t('Name')}
            name="name"
            required
            defaultValue={rule?.name}
            error={errors.name}
          />
          <TextField
            label={t('Category')}
            name="category"
            required
            defaultValue={rule?.category}
            hint={t('A word in lower case, which refused callers see.')}
            error={errors.category}
          />
          <SelectField
            label={t('Kind')}
            name="kind"
            value={kind}
            onChange={(event) => setKind(event.target.value as ModerationRule['kind'])}
            options={{ keyword: t('words'), regex: t('regular expression') }}
            error={errors.kind}
          />
          {kind === 'keyword' ? (
            <TextArea
              label={t('Words')}
              name="keywords"
              required
              defaultValue={rule?.keywords.join('\n')}
              hint={t('One word or phrase on each line.')}
              error={errors.keywords}
            />
          ) : (
            <TextField
              label={t('Regular expression')}
              name="pattern"
              required
              defaultValue={rule?.pattern ?? ''}
              hint={t('RE2 syntax.')}
              error={errors.pattern}
            />
          )}
          <CheckField label={t('On')} name="enabled" defaultChecked={rule?.enabled ?? true} />
        </>
      )}
    </SaveDialog>
  );
}

function RefusedCalls(): ReactNode {
  const [shown, setShown] = useState<Evidence>();
  const items = useItems('evidence', (cursor) => read(listEvidence({ query: pageQuery(cursor) })));
  return (
    <OperatorList
      title={t('Refused calls')}
      items={items}
      curl="/api/admin/moderation/evidence"
      rowKey={({ id }) => id}
      emptyText={t('No call was refused')}
      columns={[
        { key: 'time', title: t('Time'), render: (row) => <Time at={row.occurredAt} /> },
        {
          key: 'user',
          title: t('User'),
          render: ({ userId }) => <OwnerLink id={userId} />,
        },
        { key: 'category', title: t('Category'), render: (row) => row.categories.join(', ') },
        {
          key: 'actions',
          title: t('Actions'),
          render: (row) => <Button onClick={() => setShown(row)}>{t('Show')}</Button>,
        },
      ]}
    >
      {shown !== undefined && (
        <Dialog title={t('A refused call')} onClose={() => setShown(undefined)}>
          <Facts
            facts={[
              [t('Call'), shown.id],
              [t('Request id'), shown.requestId],
              [t('User'), shown.userId],
              [t('Organization'), shown.orgId ?? '–'],
              [t('Key'), shown.keyId],
              [t('Category'), shown.categories.join(', ')],
            ]}
          />
          <p className="whitespace-pre-wrap wrap-anywhere rounded border border-line bg-raised p-3">
            {shown.text ?? t('The text cannot be read: the key that sealed it is gone.')}
          </p>
        </Dialog>
      )}
    </OperatorList>
  );
}
