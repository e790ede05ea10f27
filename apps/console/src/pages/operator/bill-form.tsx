import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { compareBill } from '../../api/generated/sdk.gen';
import type { BillComparison } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { TextArea, TextField } from '../../ui/field';
import { FileField } from '../../ui/file-field';
import { Form } from '../../ui/form';
import { refuseField } from './form-values';

const fields = ['provider', 'report', 'tolerancePercent', 'minUsd'] as const;

/** Which report to compare; nothing is stored. */
export function BillForm({
  onComparison,
}: {
  readonly onComparison: (comparison: BillComparison) => void;
}): ReactNode {
  // Not in the text area: reports have megabytes.
  const [file, setFile] = useState<string>();
  return (
    <Form
      fields={fields}
      action={t('Compare')}
      onSubmit={async ({ minUsd, provider, report: pasted, tolerancePercent }) => {
        const report = pasted === '' ? (file ?? '') : pasted;
        if (report === '') throw refuseField('report', t('Choose a file or paste the report.'));
        const limits = { tolerancePercent: Number(tolerancePercent), minUsd: Number(minUsd) };
        onComparison(await read(compareBill({ body: { provider, report, ...limits } })));
      }}
    >
      {(errors) => (
        <>
          <p className="text-muted">
            {t(
              'Compares a usage report of a provider with the receipts by day and model, as far as it has figures. Reports are the JSON of the usage and cost APIs of OpenAI and Anthropic, their exports, or a CSV file with date, model, requests, input_tokens, output_tokens and cost.',
            )}
          </p>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label={t('Provider')}
              name="provider"
              required
              hint={t('Its name in the catalog, such as openai.')}
              error={errors.provider}
            />
            <FileField
              label={t('File')}
              accept="application/json,.json,text/csv,.csv,text/tab-separated-values,.tsv"
              onFile={(chosen) => void chosen.text().then(setFile)}
            />
          </div>
          <TextArea
            label={t('Or the report as text')}
            name="report"
            rows={4}
            spellCheck={false}
            required={file === undefined}
            error={errors.report}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label={t('Tolerance (percent)')}
              name="tolerancePercent"
              type="number"
              min={0}
              max={100}
              step="any"
              defaultValue="1"
              error={errors.tolerancePercent}
            />
            <TextField
              label={t('Tolerance of costs (USD)')}
              name="minUsd"
              type="number"
              min={0}
              step="any"
              defaultValue="0.01"
              error={errors.minUsd}
            />
          </div>
        </>
      )}
    </Form>
  );
}
