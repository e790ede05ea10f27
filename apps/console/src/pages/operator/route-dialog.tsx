import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { once, read } from '../../api/client';
import { createRoute, listProviderKeys, updateRoute } from '../../api/generated/sdk.gen';
import type { Route } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { CheckField, SelectField, TextField } from '../../ui/field';
import type { FormErrors, FormValues } from '../../ui/form';
import { QueryView } from '../../ui/query-view';
import { protocols, type Protocol } from './protocols';
import { SaveDialog } from './save-dialog';

const fields = [
  'pattern',
  'providerKeyId',
  'upstreamModel',
  'protocol',
  'priority',
  'weight',
  'dataCollection',
  'enabled',
] as const;
type Field = (typeof fields)[number];

const keysMax = 500;

/** Adds or changes a route: which provider key serves a model, and in which order. */
export function RouteDialog({
  onClose,
  route,
}: {
  /** Undefined for a new route. */
  readonly route: Route | undefined;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SaveDialog
      title={route === undefined ? t('Add a route') : route.pattern}
      fields={fields}
      onClose={onClose}
      onSave={(values, key) => {
        const body = readRoute(values);
        if (route === undefined) return read(createRoute({ body, ...once(key) }));
        return read(updateRoute({ path: { id: route.id }, body }));
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={t('Models')}
            name="pattern"
            required
            defaultValue={route?.pattern}
            hint={t('A whole id, <provider>/* or *.')}
            error={errors.pattern}
          />
          <KeyField route={route} errors={errors} />
          <TextField
            label={t('Name at the provider')}
            name="upstreamModel"
            defaultValue={route?.upstreamModel ?? ''}
            hint={t('Empty: the id without its first part.')}
            error={errors.upstreamModel}
          />
          <OrderFields route={route} errors={errors} />
          <SelectField
            label={t('May the provider keep data?')}
            name="dataCollection"
            defaultValue={route?.dataCollection ?? 'deny'}
            options={{ deny: t('no'), allow: t('yes') }}
            error={errors.dataCollection}
          />
          <CheckField
            label={t('On')}
            name="enabled"
            defaultChecked={route?.enabled ?? true}
            hint={t('Off: isolated, no call uses it.')}
          />
        </>
      )}
    </SaveDialog>
  );
}

interface FieldProps {
  readonly route: Route | undefined;
  readonly errors: FormErrors<Field>;
}

function KeyField({ errors, route }: FieldProps): ReactNode {
  const keys = useQuery({
    queryKey: ['operator', 'all-provider-keys'],
    queryFn: () => read(listProviderKeys({ query: { limit: keysMax } })),
  });
  return (
    <QueryView query={keys} lines={1}>
      {({ items }) => (
        <SelectField
          label={t('Provider key')}
          name="providerKeyId"
          required
          defaultValue={route?.providerKeyId}
          options={Object.fromEntries(
            items.map(({ id, keyMask, provider }) => [id, `${provider} ${keyMask}`]),
          )}
          hint={items.length === 0 ? t('Add a provider key first.') : undefined}
          error={errors.providerKeyId}
        />
      )}
    </QueryView>
  );
}

function OrderFields({ errors, route }: FieldProps): ReactNode {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        label={t('Protocol')}
        name="protocol"
        defaultValue={route?.protocol ?? 'openai'}
        options={protocols}
        error={errors.protocol}
      />
      <TextField
        label={t('Priority')}
        name="priority"
        type="number"
        required
        min={0}
        max={1_000}
        defaultValue={route?.priority ?? 1}
        hint={t('The lowest number is asked first.')}
        error={errors.priority}
      />
      <TextField
        label={t('Weight')}
        name="weight"
        type="number"
        required
        min={0}
        max={1_000}
        defaultValue={route?.weight ?? 1}
        hint={t('Its share among routes of one priority.')}
        error={errors.weight}
      />
    </div>
  );
}

function readRoute(values: FormValues<Field>) {
  return {
    pattern: values.pattern,
    providerKeyId: values.providerKeyId,
    upstreamModel: values.upstreamModel === '' ? null : values.upstreamModel,
    protocol: values.protocol as Protocol,
    priority: Number(values.priority),
    weight: Number(values.weight),
    dataCollection: values.dataCollection as Route['dataCollection'],
    enabled: values.enabled === 'on',
  };
}
