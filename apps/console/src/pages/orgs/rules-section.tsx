import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import {
  deleteContentRule,
  listContentRules,
  updateContentRule,
} from '../../api/generated/sdk.gen';
import type { ListContentRulesResponse } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { ConfirmDialog } from '../../ui/dialog';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { RuleDialog } from './rule-dialog';
import { RuleLab } from './rule-lab';
import { nameRuleActions, nameRuleKinds } from './rule-names';
import { useOrgView } from './use-org-view';

export type Rule = ListContentRulesResponse['rules'][number];

/** Rules on what members send and get, and a lab to try them on a text. */
export function RulesSection({ orgId }: { readonly orgId: string }): ReactNode {
  const [{ rule: marked }] = useOrgView();
  const [edited, setEdited] = useState<Rule | 'new'>();
  const [removed, setRemoved] = useState<Rule>();
  const queries = useQueryClient();
  const queryKey = ['org', orgId, 'rules'];
  const rules = useQuery({
    queryKey,
    queryFn: () => read(listContentRules({ path: { orgId } })),
  });
  const renew = () => queries.invalidateQueries({ queryKey });
  const setShadow = async (rule: Rule): Promise<void> => {
    const body = { shadow: !rule.shadow };
    await read(updateContentRule({ path: { orgId, ruleId: rule.id }, body }));
    await renew();
  };
  const create = <Button onClick={() => setEdited('new')}>{t('Add a rule')}</Button>;
  return (
    <>
      <Card
        title={t('Content rules')}
        actions={
          <>
            <CurlLink path={`/api/orgs/${orgId}/content-filters`} />
            {create}
          </>
        }
      >
        <QueryView query={rules}>
          {(data) => (
            <Table
              caption={t('Content rules')}
              rows={data.rules}
              rowKey={({ id }) => id}
              columns={columns({
                marked,
                onEdit: setEdited,
                onRemove: setRemoved,
                onShadow: setShadow,
              })}
              empty={<EmptyState title={t('No rule yet')} action={create} />}
            />
          )}
        </QueryView>
      </Card>
      <RuleLab orgId={orgId} rules={rules.data?.rules ?? []} />
      {edited !== undefined && rules.data !== undefined && (
        <RuleDialog
          orgId={orgId}
          rule={edited === 'new' ? undefined : edited}
          templates={rules.data.templates}
          onSaved={renew}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed !== undefined && (
        <ConfirmDialog
          title={t('Delete {name}?', { name: removed.name })}
          action={t('Delete the rule')}
          onConfirm={async () => {
            await read(deleteContentRule({ path: { orgId, ruleId: removed.id } }));
            await renew();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>
            {t('Matches in 30 days: {count}. Calls are no longer checked by it.', {
              count: formatCount(removed.hits30d),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function columns(options: {
  /** The rule that a refusal links to. */
  readonly marked: string | undefined;
  readonly onEdit: (rule: Rule) => void;
  readonly onRemove: (rule: Rule) => void;
  readonly onShadow: (rule: Rule) => Promise<void>;
}): readonly Column<Rule>[] {
  return [
    {
      key: 'name',
      title: t('Name'),
      render: ({ id, name }) => (id === options.marked ? <strong>{`▸ ${name}`}</strong> : name),
    },
    { key: 'kind', title: t('Kind'), render: ({ kind }) => nameRuleKinds()[kind] },
    { key: 'action', title: t('Action'), render: ({ action }) => nameRuleActions()[action] },
    {
      key: 'state',
      title: t('Status'),
      render: ({ enabled, shadow }) => {
        if (!enabled) return <Badge>{t('off')}</Badge>;
        if (shadow) return <Badge tone="warn">{t('shadow: only counts')}</Badge>;
        return <Badge tone="good">{t('live')}</Badge>;
      },
    },
    {
      key: 'hits',
      title: t('Matches in 30 days'),
      isFigure: true,
      render: ({ hits30d }) => formatCount(hits30d),
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (rule) => (
        <span className="flex flex-wrap gap-1">
          <Button onClick={() => options.onEdit(rule)}>{t('Change')}</Button>
          <ActionButton onAction={() => options.onShadow(rule)}>
            {rule.shadow ? t('Make live') : t('Make shadow')}
          </ActionButton>
          <Button look="danger" onClick={() => options.onRemove(rule)}>
            {t('Delete')}
          </Button>
        </span>
      ),
    },
  ];
}
