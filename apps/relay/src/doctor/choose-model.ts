import type { ModelFamily } from '@tollgate/model-spec';
import { modelFamilies } from '../catalog/catalog';
import { readPrices } from '../catalog/read-prices';
import type { SeedModel } from '../catalog/seed/seed';
import { findCloudName, nameUpstream } from '../catalog/seed/upstream-names';
import type { PriceList } from '@tollgate/pricing';
import type { ProviderRow } from '@tollgate/provider-table';
import { UsageError } from './arguments';
import type { DoctorAccount } from './choose-account';

export interface DoctorModel {
  /** As the provider calls it. */
  readonly upstreamModel: string;
  readonly family: ModelFamily;
  readonly supportedParameters: readonly string[];
  /** Undefined: not in the shipped catalog, so that costs are unknown. */
  readonly prices: PriceList | undefined;
}

/** The simulator accepts any. */
const simulatorModel = 'chat';

/**
 * The named model, with prices where the shipped catalog has it; else the cheapest chat model of
 * this provider in it. Raises UsageError.
 */
export function chooseDoctorModel(
  wanted: string | undefined,
  { isSimulator, provider, row }: DoctorAccount,
  models: readonly SeedModel[],
): DoctorModel {
  const own = models.flatMap((model) => {
    const name = row === undefined ? undefined : nameAt(row, model);
    return name === undefined ? [] : [{ model, name }];
  });
  const found =
    wanted === undefined
      ? own.toSorted((left, right) => readPrice(left.model) - readPrice(right.model))[0]
      : own.find(({ model, name }) => model.document.id === wanted || name === wanted);
  if (found !== undefined) return describe(found.model, found.name);
  const name = wanted ?? (isSimulator ? simulatorModel : undefined);
  if (name === undefined)
    throw new UsageError(`no model of ${provider} is shipped: name one with --model`);
  return { upstreamModel: name, family: 'other', supportedParameters: [], prices: undefined };
}

/** What is free or has no price comes last: often only some accounts have it. */
function readPrice({ document }: SeedModel): number {
  return Number(document.prices.prompt ?? 0) || Infinity;
}

/** Undefined: it is no chat model of the provider. */
function nameAt(row: ProviderRow, model: SeedModel): string | undefined {
  const { id, kind } = model.document;
  if ((kind ?? 'chat') !== 'chat') return undefined;
  const isOwn = row.models.some((maker) => id.startsWith(`${maker}/`));
  return isOwn ? nameUpstream(model) : findCloudName(model, row.id);
}

function describe({ document }: SeedModel, upstreamModel: string): DoctorModel {
  const [maker] = document.id.split('/');
  return {
    upstreamModel,
    family: document.family ?? modelFamilies.find((family) => family === maker) ?? 'other',
    supportedParameters: document.supportedParameters ?? [],
    prices: readPrices(document, 0n),
  };
}
