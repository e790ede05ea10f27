import type { ModelFamily } from '@tollgate/model-spec';
import { modelFamilies } from '../catalog/catalog';
import { readPrices } from '../catalog/read-prices';
import type { SeedModel } from '../catalog/seed/seed';
import type { PriceList } from '@tollgate/pricing';
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
  const own = models.filter(
    ({ document: { id, kind } }) =>
      (kind ?? 'chat') === 'chat' && row?.models.some((maker) => id.startsWith(`${maker}/`)),
  );
  const found =
    wanted === undefined
      ? own.toSorted((left, right) => readPrice(left) - readPrice(right))[0]
      : own.find((model) => model.document.id === wanted || nameUpstream(model) === wanted);
  if (found !== undefined) return describe(found);
  const name = wanted ?? (isSimulator ? simulatorModel : undefined);
  if (name === undefined)
    throw new UsageError(`no model of ${provider} is shipped: name one with --model`);
  return { upstreamModel: name, family: 'other', supportedParameters: [], prices: undefined };
}

/** What is free or has no price comes last: often only some accounts have it. */
function readPrice({ document }: SeedModel): number {
  return Number(document.prices.prompt ?? 0) || Infinity;
}

function nameUpstream({ document, upstream }: SeedModel): string {
  return upstream?.model ?? document.id.slice(document.id.indexOf('/') + 1);
}

function describe(model: SeedModel): DoctorModel {
  const { document } = model;
  const [maker] = document.id.split('/');
  return {
    upstreamModel: nameUpstream(model),
    family: document.family ?? modelFamilies.find((family) => family === maker) ?? 'other',
    supportedParameters: document.supportedParameters ?? [],
    prices: readPrices(document, 0n),
  };
}
