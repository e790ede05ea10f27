import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { getInsights, getUsage, listModels } from '../../api/generated/sdk.gen';
import type { ListModelPricesResponse } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { SelectField } from '../../ui/field';
import { Money } from '../../ui/money';
import { Card, Facts } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { priceTokens, type TokenMix, type TokenPrices } from './what-if';

type Versions = ListModelPricesResponse['data'];

/** What the tokens of the caller's last month would have cost at the prices of this model. */
export function WhatIf({ versions }: { readonly versions: Versions }): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const usage = useQuery({ queryKey: ['token-mix'], queryFn: readMix });
  const models = useQuery({ queryKey: ['models'], queryFn: () => read(listModels()) });
  const version = versions.find((each) => String(each.version) === chosen) ?? versions[0];
  if (version === undefined) return null;
  const other = models.data?.data.find(({ id }) => id === chosen)?.pricing;
  const prices: TokenPrices = other ?? version.pricing;
  const options = [
    ...versions.map((each) => [
      String(each.version),
      t('price version {version}', { version: each.version }),
    ]),
    ...(models.data?.data.map(({ id }) => [id, id]) ?? []),
  ];
  return (
    <Card title={t('What if')}>
      <p>{t('The tokens of your last 30 days at other prices, rounded up once for the sum.')}</p>
      <SelectField
        label={t('Prices of')}
        value={chosen ?? String(version.version)}
        options={Object.fromEntries(options) as Record<string, string>}
        onChange={(event) => setChosen(event.target.value)}
      />
      <QueryView query={usage}>
        {(mix) => (
          <Facts
            facts={[
              [t('Prompt tokens'), formatCount(mix.promptTokens)],
              [t('Of them cached'), formatCount(mix.cachedTokens)],
              [t('Completion tokens'), formatCount(mix.completionTokens)],
              [t('You spent (USD)'), <Money key="spent" usd={mix.spend} />],
              [t('It would have cost (USD)'), <Money key="other" usd={priceTokens(mix, prices)} />],
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
}

const dayMs = 86_400_000;
const mixDays = 30;

/** The report has both sides of the tokens, the insights of the same days have the cached ones. */
async function readMix(): Promise<TokenMix & { readonly spend: number }> {
  const formatDay = (ms: number): string =>
    new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const nowMs = Date.now();
  const from = formatDay(nowMs - (mixDays - 1) * dayMs);
  const query = { period: 'custom', from, to: formatDay(nowMs) } as const;
  const [usage, insights] = await Promise.all([
    read(getUsage({ query })),
    read(getInsights({ query: { period: '30d', max_age: 0 } })),
  ]);
  return { ...usage.totals, cachedTokens: insights.totals.cached_tokens };
}
