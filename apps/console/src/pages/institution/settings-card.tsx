import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getEduConfig, updateEduConfig } from '../../api/generated/sdk.gen';
import type { GetEduConfigResponse } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { AmountField, TextArea, TextField } from '../../ui/field';
import { Form, type FormErrors } from '../../ui/form';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { showToast } from '../../ui/toast';
import { readAmount } from '../orgs/read-amount';
import { makeInstitutionKey } from './institution-queries';

type EduConfig = GetEduConfigResponse['eduConfig'];

const fields = [
  'allowedDomains',
  'sessionTtlSeconds',
  'verificationTtlSeconds',
  'maxSessionsPerEmailPerKey',
  'requests',
  'tokens',
  'usd',
] as const;
type Field = (typeof fields)[number];

/** The API counts durations in seconds. */
const minuteSeconds = 60;

/** How the people of an institution get in, and what each session may use. */
export function SettingsCard({ orgId }: { readonly orgId: string }): ReactNode {
  const queries = useQueryClient();
  const queryKey = [...makeInstitutionKey(orgId), 'config'];
  const config = useQuery({ queryKey, queryFn: () => read(getEduConfig({ path: { orgId } })) });
  const save = async (values: Readonly<Record<Field, string>>): Promise<void> => {
    const eduConfig = {
      allowedDomains: values.allowedDomains.split(/[\s,]+/).filter(Boolean),
      sessionTtlSeconds: Number(values.sessionTtlSeconds) * minuteSeconds,
      verificationTtlSeconds: Number(values.verificationTtlSeconds) * minuteSeconds,
      maxSessionsPerEmailPerKey: Number(values.maxSessionsPerEmailPerKey),
      sessionQuota: {
        requests: readAmount(values.requests),
        tokens: readAmount(values.tokens),
        usd: readAmount(values.usd),
      },
    };
    await read(updateEduConfig({ path: { orgId }, body: { eduConfig } }));
    await queries.invalidateQueries({ queryKey });
    showToast(t('Saved.'));
  };
  return (
    <Card title={t('How students get in')}>
      <QueryView query={config}>
        {({ eduConfig }) => (
          <Form fields={fields} action={t('Save')} onSubmit={save}>
            {(errors) => <Settings config={eduConfig} errors={errors} />}
          </Form>
        )}
      </QueryView>
    </Card>
  );
}

function Settings({
  config,
  errors,
}: {
  readonly config: EduConfig;
  readonly errors: FormErrors<Field>;
}): ReactNode {
  const { sessionQuota: quota } = config;
  return (
    <>
      <TextArea
        label={t('Domains of mail addresses')}
        name="allowedDomains"
        defaultValue={config.allowedDomains.join('\n')}
        hint={t('One on each line, such as uni.edu. Empty: no student gets in.')}
        error={errors.allowedDomains}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        <CountField
          label={t('A session lasts (minutes)')}
          name="sessionTtlSeconds"
          value={config.sessionTtlSeconds / minuteSeconds}
          bounds={[5, 43_200]}
          error={errors.sessionTtlSeconds}
        />
        <CountField
          label={t('A mailed code lasts (minutes)')}
          name="verificationTtlSeconds"
          value={config.verificationTtlSeconds / minuteSeconds}
          bounds={[1, 60]}
          error={errors.verificationTtlSeconds}
        />
        <CountField
          label={t('Sessions of an address and class')}
          name="maxSessionsPerEmailPerKey"
          value={config.maxSessionsPerEmailPerKey}
          bounds={[1, 100]}
          error={errors.maxSessionsPerEmailPerKey}
        />
        <AmountField
          label={t('Requests of a session')}
          name="requests"
          defaultValue={quota.requests ?? ''}
          hint={t('Empty: no limit.')}
          error={errors.requests}
        />
        <AmountField
          label={t('Tokens of a session')}
          name="tokens"
          defaultValue={quota.tokens ?? ''}
          hint={t('Empty: no limit.')}
          error={errors.tokens}
        />
        <AmountField
          label={t('Cost of a session (USD)')}
          name="usd"
          defaultValue={quota.usd ?? ''}
          hint={t('Empty: no limit.')}
          error={errors.usd}
        />
      </div>
      <p className="text-muted">
        {t('A new quota applies to sessions that begin after it is saved.')}
      </p>
    </>
  );
}

function CountField({
  bounds,
  error,
  label,
  name,
  value,
}: {
  readonly label: string;
  readonly name: Field;
  readonly value: number;
  readonly bounds: readonly [min: number, max: number];
  readonly error: string | undefined;
}): ReactNode {
  const [min, max] = bounds;
  return (
    <TextField
      label={label}
      name={name}
      type="number"
      required
      min={min}
      max={max}
      step="any"
      defaultValue={value}
      hint={t('{min} to {max}', { min, max: formatCount(max) })}
      error={error}
    />
  );
}
