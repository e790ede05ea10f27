/** The answer of `POST /api/admin/price-lists/preview`. */
export interface Preview {
  readonly counts: Readonly<Record<string, number>>;
  readonly changes: readonly PreviewedModel[];
  readonly gone: readonly { readonly id: string; readonly deprecationDate: string | null }[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  readonly digest: string;
}

interface PreviewedModel {
  readonly id: string;
  readonly outcome: string;
  readonly prices: readonly {
    readonly price: string;
    readonly before: string | null;
    readonly after: string | null;
    readonly change: string;
  }[];
  readonly deprecationDate?: { readonly before: string | null; readonly after: string };
  readonly skipped: readonly { readonly field: string; readonly reason: string }[];
  readonly routesWithOwnPrices: readonly string[];
}

const shownMax = 20;
const [idColumns, nameColumns, priceColumns] = [40, 28, 12];

/** Known models whole; of long lists the first ones. */
export function formatPreview({ changes, counts, gone, skipped }: Preview): string[] {
  const changed = changes.filter(({ outcome }) => !['new', 'unchanged'].includes(outcome));
  const added = changes.filter(({ outcome }) => outcome === 'new');
  return [
    ...formatChanges(changed),
    ...formatList('not in the catalog', added.map(formatNew)),
    ...formatList('not in the list', gone.map(formatGone)),
    ...formatList('not read', countReasons(skipped.map(({ reason }) => reason))),
    ...formatList('of known models, not taken over', countReasons(listFieldReasons(changes))),
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  ];
}

function formatChanges(models: readonly PreviewedModel[]): string[] {
  const rows = models.flatMap(({ deprecationDate, id, prices, routesWithOwnPrices }) => [
    ...prices.map(({ after, before, change, price }) =>
      formatRow([id, price, before ?? '–', after ?? '–', change]),
    ),
    ...(deprecationDate === undefined
      ? []
      : [formatRow([id, 'ends on', deprecationDate.before ?? '–', deprecationDate.after, ''])]),
    ...routesWithOwnPrices.map((route) => formatRow([id, `${route} keeps its prices`, '', '', ''])),
  ]);
  if (rows.length === 0) return ['No price of the catalog changes.', ''];
  return [formatRow(['model', 'price', 'before', 'after', '']), ...rows, ''];
}

function formatRow([id = '', price = '', before = '', after = '', change = '']: readonly string[]) {
  return [
    id.padEnd(idColumns),
    price.padEnd(nameColumns),
    before.padStart(priceColumns),
    after.padStart(priceColumns),
    ` ${change}`,
  ]
    .join(' ')
    .trimEnd();
}

function formatList(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - shownMax;
  const more = rest > 0 ? [`  … and ${rest} more`] : [];
  return [`${title}:`, ...lines.slice(0, shownMax).map((line) => `  ${line}`), ...more, ''];
}

const formatNew = ({ id, prices }: PreviewedModel): string =>
  `${id} (${prices.map(({ after, price }) => `${price} ${after}`).join(', ')})`;

const formatGone = ({ deprecationDate, id }: Preview['gone'][number]): string =>
  deprecationDate === null ? id : `${id} (ends on ${deprecationDate})`;

const listFieldReasons = (changes: readonly PreviewedModel[]): string[] =>
  changes
    .filter(({ outcome }) => outcome !== 'new')
    .flatMap(({ skipped }) => skipped.map(({ field, reason }) => `${field}: ${reason}`));

/** The most frequent first. */
function countReasons(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([reason, count]) => `${count} × ${reason}`);
}
