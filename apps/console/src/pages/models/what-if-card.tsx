import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getCaching, getUsage, listModels } from '../../api/generated/sdk.gen';
import type { ListModelPricesResponse, Model } from '../../api/generated/types.gen';
import { formatUsd } from '../../format/money';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { CurlLink } from '../../ui/curl-link';
import { SelectField } from '../../ui/field';
import { Money } from '../../ui/money';
import { Card, Facts } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { listUnitPrices } from './list-prices';
import { listMixDays, pickTextMix, priceTokens, type TextMix } from './what-if';

type Versions = ListModelPricesResponse['data'];
type Priced = Pick<Model, 'pricing' | 'pricing_tiers'>;

/** What the text calls of the caller's last month would have cost at the prices of this model. */
export function WhatIf({ versions }: { readonly versions: Versions }): ReactNode {
  const { prices: chosen } = useSearch({ from: '/shell/models/$author/$slug' });
  const navigate = useNavigate({ from: '/models/$author/$slug' });
  const days = listMixDays(Date.now());
  const models = useQuery({ queryKey: ['models'], queryFn: () => read(listModels()) });
  const listed = models.data?.data;
  const mix = useQuery({
    queryKey: ['text-mix', days, listed?.length],
    queryFn: async () => {
      const [usage, caching] = await Promise.all([
        read(getUsage({ query: { period: 'custom', ...days } })),
        read(getCaching({ query: { ...days, group: 'model' } })),
      ]);
      return pickTextMix(usage, caching, listed ?? []);
    },
    enabled: listed !== undefined,
  });
  const version = findVersion(versions, chosen);
  if (version === undefined) return null;
  const priced: Priced = listed?.find(({ id }) => id === chosen) ?? version;
  const options = [
    ...versions.map((each) => [
      String(each.version),
      t('price version {version}', { version: each.version }),
    ]),
    ...(listed?.map(({ id }) => [id, id]) ?? []),
  ];
  return (
    <Card
      title={t('What if')}
      actions={<CurlLink path="/v1/usage" query={{ period: 'custom', ...days }} />}
    >
      <p>{t('The tokens of your last 30 days at other prices, rounded up once for the sum.')}</p>
      <SelectField
        label={t('Prices of')}
        value={priced === version ? String(version.version) : chosen}
        options={Object.fromEntries(options) as Record<string, string>}
        onChange={({ target: { value } }) =>
          void navigate({ search: { prices: value }, replace: true })
        }
      />
      <QueryView query={mix}>{(data) => <Comparison mix={data} priced={priced} />}</QueryView>
    </Card>
  );
}

/** Without a choice the prices of today: the newest ones may be planned. */
function findVersion(versions: Versions, chosen: string | undefined): Versions[number] | undefined {
  const nowMs = Date.now();
  return (
    versions.find((each) => String(each.version) === chosen) ??
    versions.find(({ from }) => Date.parse(from) <= nowMs) ??
    versions[0]
  );
}

function Comparison({
  mix,
  priced,
}: {
  readonly mix: TextMix;
  readonly priced: Priced;
}): ReactNode {
  return (
    <>
      <Facts
        facts={[
          [t('Calls'), formatCount(mix.requests)],
          [t('Prompt tokens'), formatCount(mix.promptTokens)],
          [t('Of them read from caches'), formatCount(mix.cachedTokens)],
          [t('Of them written to caches'), formatCount(mix.writtenTokens)],
          [t('Completion tokens'), formatCount(mix.completionTokens)],
          [t('You spent (USD)'), <Money key="spent" usd={mix.spend} />],
          [
            t('It would have cost (USD)'),
            <Money key="other" usd={priceTokens(mix, priced.pricing)} />,
          ],
        ]}
      />
      <ul className="list-disc pl-5 text-muted text-xs">
        {listOmissions(mix, priced).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

/** Says what the comparison leaves out: it is not a quote. */
function listOmissions({ left }: TextMix, { pricing, pricing_tiers }: Priced): readonly string[] {
  const units = listUnitPrices(pricing);
  return [
    t('Both sides count calls of models that answer text only.'),
    ...(left.requests === 0
      ? []
      : [
          t('Left out: {count} other calls, which cost {amount}.', {
            count: formatCount(left.requests),
            amount: formatUsd(left.spend),
          }),
        ]),
    t(
      'What you spent includes searches, images, audio and requests; the other side has tokens only.',
    ),
    ...(units.length === 0
      ? []
      : [t('These prices have more that is left out: {prices}.', { prices: units.join(', ') })]),
    ...(pricing_tiers === undefined || pricing_tiers.length === 0
      ? []
      : [t('Long prompts cost more at these prices, which is left out.')]),
  ];
}
