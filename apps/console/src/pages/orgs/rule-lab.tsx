import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { testContentRules } from '../../api/generated/sdk.gen';
import type { TestContentRulesResponse } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Badge, type Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { Card, Facts } from '../../ui/page';
import { ErrorState } from '../../ui/states';
import { linkRuleRefusals } from './link-rule-refusals';
import { nameRuleActions } from './rule-names';
import type { Rule } from './rules-section';
import { splitByMatches } from './split-by-matches';

const tones: Readonly<Record<string, Tone>> = { block: 'bad', redact: 'warn', flag: 'warn' };

/** A text to try the rules on: what matches, by which rule, and what a model would get. */
export function RuleLab({
  orgId,
  rules,
}: {
  readonly orgId: string;
  readonly rules: readonly Rule[];
}): ReactNode {
  const [text, setText] = useState('');
  const test = useMutation({
    mutationFn: (tested: string) =>
      read(testContentRules({ path: { orgId }, body: { text: tested } })),
  });
  return (
    <Card title={t('Rule lab')}>
      <TextArea
        label={t('A text to try the rules on')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={t('It is not kept.')}
      />
      <div>
        <Button
          look="primary"
          disabled={text === ''}
          isBusy={test.isPending}
          onClick={() => test.mutate(text)}
        >
          {t('Try the rules')}
        </Button>
      </div>
      {test.isError && <ErrorState error={test.error} />}
      {test.isSuccess && (
        <Result orgId={orgId} tested={test.variables} result={test.data} rules={rules} />
      )}
    </Card>
  );
}

function Result({
  orgId,
  result,
  rules,
  tested,
}: {
  readonly orgId: string;
  readonly tested: string;
  readonly result: TestContentRulesResponse;
  readonly rules: readonly Rule[];
}): ReactNode {
  const nameRule = (ruleId: string): string =>
    rules.find(({ id }) => id === ruleId)?.name ?? ruleId;
  const { action } = result;
  return (
    <div role="status" className="grid gap-3">
      <Facts
        facts={[
          [
            t('What would happen'),
            <Badge key="action" tone={action === null ? 'good' : (tones[action] ?? 'neutral')}>
              {action === null ? t('the call passes') : nameRuleActions()[action]}
            </Badge>,
          ],
          [
            t('The model would get'),
            <span key="text" className="whitespace-pre-wrap">
              {result.redactedText}
            </span>,
          ],
        ]}
      />
      <p className="whitespace-pre-wrap rounded border border-line p-3">
        {splitByMatches(tested, result.matches).map(({ ruleId, start, text }) =>
          ruleId === undefined ? (
            <span key={start}>{text}</span>
          ) : (
            <mark key={start} title={nameRule(ruleId)} className="bg-raised text-bad underline">
              {text}
            </mark>
          ),
        )}
      </p>
      <ul className="grid gap-1">
        {result.matches.map(({ end, ruleId, start }) => (
          <li key={`${ruleId}-${start}`}>
            {t('“{text}” by {rule}', { text: tested.slice(start, end), rule: nameRule(ruleId) })}{' '}
            <RefusalsLink orgId={orgId} rule={rules.find(({ id }) => id === ruleId)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Only a rule that blocks refuses calls. */
function RefusalsLink({
  orgId,
  rule,
}: {
  readonly orgId: string;
  readonly rule: Rule | undefined;
}): ReactNode {
  if (rule?.action !== 'block') return null;
  return <Link {...linkRuleRefusals(orgId, rule)}>{t('Its refusals')}</Link>;
}
