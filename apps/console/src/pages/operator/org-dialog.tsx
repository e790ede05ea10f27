import type { ReactNode } from 'react';
import { once, read } from '../../api/client';
import { createOrganizationFor, updateOrganizationTerms } from '../../api/generated/sdk.gen';
import type { AdminOrganization } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { AmountField, CheckField, SelectField, TextField } from '../../ui/field';
import type { FormErrors, FormValues } from '../../ui/form';
import { readNumberOrNull } from './form-values';
import { SaveDialog } from './save-dialog';

const fields = [
  'name',
  'slug',
  'ownerEmail',
  'plan',
  'seats',
  'billingMode',
  'creditLineUsd',
  'localCurrency',
] as const;
type Field = (typeof fields)[number];

/** Makes an organization for a user, or changes its terms. */
export function OrgDialog({
  onClose,
  org,
}: {
  /** Undefined for a new organization. */
  readonly org: AdminOrganization | undefined;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SaveDialog
      title={
        org === undefined ? t('Make an organization') : t('Terms of {name}', { name: org.name })
      }
      fields={fields}
      onClose={onClose}
      onSave={(values, key) => {
        const terms = readTerms(values);
        if (org !== undefined) {
          return read(updateOrganizationTerms({ path: { id: org.id }, body: terms }));
        }
        const { name, ownerEmail, slug } = values;
        const body = { ...terms, name, ownerEmail, ...(slug !== '' && { slug }) };
        return read(createOrganizationFor({ body, ...once(key) }));
      }}
    >
      {(errors) => (
        <>
          {org === undefined && <NewFields errors={errors} />}
          <TermsFields org={org} errors={errors} />
        </>
      )}
    </SaveDialog>
  );
}

function NewFields({ errors }: { readonly errors: FormErrors<Field> }): ReactNode {
  return (
    <>
      <TextField label={t('Name')} name="name" required error={errors.name} />
      <TextField
        label={t('Short name')}
        name="slug"
        hint={t('Empty: made from the name.')}
        error={errors.slug}
      />
      <TextField
        label={t('Email of the owner')}
        name="ownerEmail"
        type="email"
        required
        hint={t('An address without an account is invited by mail.')}
        error={errors.ownerEmail}
      />
    </>
  );
}

function TermsFields({
  errors,
  org,
}: {
  readonly org: AdminOrganization | undefined;
  readonly errors: FormErrors<Field>;
}): ReactNode {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={t('Plan')} name="plan" defaultValue={org?.plan} error={errors.plan} />
        <TextField
          label={t('Seats')}
          name="seats"
          type="number"
          min={1}
          defaultValue={org?.seats}
          error={errors.seats}
        />
        <SelectField
          label={t('Paid')}
          name="billingMode"
          defaultValue={org?.billingMode ?? 'prepaid'}
          options={{ prepaid: t('in advance'), monthly: t('by monthly invoice') }}
          error={errors.billingMode}
        />
        <AmountField
          label={t('Credit line (USD)')}
          name="creditLineUsd"
          defaultValue={org?.creditLineUsd ?? ''}
          hint={t('How far a monthly balance may go below zero.')}
          error={errors.creditLineUsd}
        />
      </div>
      <CheckField
        label={t('Local currency')}
        name="localCurrency"
        defaultChecked={org?.localCurrency ?? false}
        hint={t('Invoices carry value-added tax.')}
      />
    </>
  );
}

function readTerms(values: FormValues<Field>) {
  const creditLineUsd = readNumberOrNull(values.creditLineUsd);
  return {
    ...(values.plan !== '' && { plan: values.plan }),
    ...(values.seats !== '' && { seats: Number(values.seats) }),
    billingMode: values.billingMode as AdminOrganization['billingMode'],
    creditLineUsd,
    localCurrency: values.localCurrency === 'on',
  };
}
