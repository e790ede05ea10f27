import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import { createContentRule, updateContentRule } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field';
import type { FormErrors } from '../../ui/form';
import { FormDialog } from '../../ui/form-dialog';
import { nameRuleActions, nameRuleKinds } from './rule-names';
import type { Rule } from './rules-section';

const fields = ['name', 'kind', 'template', 'keywords', 'pattern', 'action', 'shadow'] as const;
type Field = (typeof fields)[number];

export function RuleDialog({
  onClose,
  onSaved,
  orgId,
  rule,
  templates,
}: {
  readonly orgId: string;
  /** Undefined for a new rule. */
  readonly rule: Rule | undefined;
  readonly templates: readonly string[];
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  const [kind, setKind] = useState<string>(rule?.kind ?? 'keyword');
  return (
    <FormDialog
      title={rule?.name ?? t('Add a rule')}
      onClose={onClose}
      fields={fields}
      onSubmit={async (values, key) => {
        const body = readRule(values);
        if (rule === undefined) {
          await read(createContentRule({ path: { orgId }, body, ...once(key) }));
        } else {
          await read(updateContentRule({ path: { orgId, ruleId: rule.id }, body }));
        }
        await onSaved();
        onClose();
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
          <SelectField
            label={t('Kind')}
            name="kind"
            value={kind}
            onChange={(event) => setKind(event.target.value)}
            options={nameRuleKinds()}
            error={errors.kind}
          />
          <KindField kind={kind} rule={rule} templates={templates} errors={errors} />
          <SelectField
            label={t('Action')}
            name="action"
            defaultValue={rule?.action ?? 'flag'}
            options={nameRuleActions()}
            error={errors.action}
          />
          <CheckField
            label={t('Shadow')}
            name="shadow"
            defaultChecked={rule?.shadow ?? true}
            hint={t('Counts matches without acting, to try a rule on real calls.')}
          />
        </>
      )}
    </FormDialog>
  );
}

function KindField({
  errors,
  kind,
  rule,
  templates,
}: {
  readonly kind: string;
  readonly rule: Rule | undefined;
  readonly templates: readonly string[];
  readonly errors: FormErrors<Field>;
}): ReactNode {
  if (kind === 'template') {
    return (
      <SelectField
        label={t('Template')}
        name="template"
        defaultValue={rule?.template ?? templates[0]}
        options={Object.fromEntries(templates.map((name) => [name, name]))}
        error={errors.template}
      />
    );
  }
  if (kind === 'regex') {
    return (
      <TextField
        label={t('Regular expression')}
        name="pattern"
        required
        defaultValue={rule?.pattern ?? ''}
        hint={t('RE2 syntax.')}
        error={errors.pattern}
      />
    );
  }
  return (
    <TextArea
      label={t('Words')}
      name="keywords"
      required
      defaultValue={rule?.keywords.join('\n')}
      hint={t('One word or phrase on each line.')}
      error={errors.keywords}
    />
  );
}

function readRule({
  action,
  keywords,
  kind,
  name,
  pattern,
  shadow,
  template,
}: Record<Field, string>) {
  return {
    name,
    kind: kind as Rule['kind'],
    action: action as Rule['action'],
    shadow: shadow === 'on',
    ...(kind === 'template' ? { template: template as NonNullable<Rule['template']> } : {}),
    ...(kind === 'regex' ? { pattern } : {}),
    ...(kind === 'keyword'
      ? {
          keywords: keywords
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        }
      : {}),
  };
}
