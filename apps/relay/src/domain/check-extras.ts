import { AppError } from '@tollgate/errors';
import {
  isPlainServiceTier,
  noExtras,
  type DialectName,
  type RequestExtras,
} from '@tollgate/model-spec';
import type { Candidate } from './candidate';
import { betaHeader, isCoveredBeta } from './plain-betas';
import { searchTool } from './web-search';

/** The billable extras of a request, and whether they are sent unchanged. */
export interface ExtraNeeds {
  readonly apiType: string;
  readonly extras?: RequestExtras | undefined;
}

interface Unpriced {
  readonly name: string;
  readonly param: string;
}

/**
 * The candidates with a price for every extra that they are sent. Raises unsupported_param with the
 * first unpriced extra when no candidate is left.
 */
export function keepPricedExtras(
  candidates: readonly Candidate[],
  needs: ExtraNeeds,
): readonly Candidate[] {
  const { extras } = needs;
  if (extras === undefined || !hasExtras(extras)) return candidates;
  let unpriced: Unpriced | undefined;
  const kept = candidates.filter((candidate) => {
    const missing = findUnpriced(candidate, needs.apiType, extras);
    unpriced ??= missing;
    return missing === undefined;
  });
  if (kept.length > 0 || unpriced === undefined) return kept;
  throw makeUnpricedError(unpriced, candidates[0]?.model.id ?? '');
}

/** Whether anything costs more than tokens at the list price. */
function hasExtras({ rates, serviceTier, tools }: RequestExtras): boolean {
  return tools.length > 0 || rates.length > 0 || !isPlainServiceTier(serviceTier);
}

/** The names of everything that costs more than tokens at the list price. */
export function listExtraParams({ rates, serviceTier, tools }: RequestExtras): readonly string[] {
  const tier = isPlainServiceTier(serviceTier) ? [] : ['service_tier'];
  return [...tools, ...rates].map(({ param }) => param).concat(tier);
}

/** The first extra that this candidate charges for; undefined: it charges tokens alone. */
export function findPaidExtra(
  candidate: Candidate,
  { apiType, extras }: ExtraNeeds,
): string | undefined {
  if (extras === undefined || !hasExtras(extras)) return undefined;
  const { toolPicos, tierFactors } = candidate.prices;
  if (candidate.adapter.nativeDialect === apiType) {
    const paid =
      extras.tools.find(({ name }) => (toolPicos.get(name) ?? 0n) > 0n) ??
      extras.rates.find(({ name }) => tierFactors.has(name));
    if (paid !== undefined) return paid.param;
  }
  const isTierPaid = !isPlainServiceTier(extras.serviceTier);
  return isTierPaid && sendsServiceTier(candidate, apiType as DialectName)
    ? 'service_tier'
    : undefined;
}

/** The field that asks for a search, where this candidate charges for it. */
export function findPaidSearch({ prices, search }: Candidate): string | undefined {
  if (search === undefined) return undefined;
  const fee = search.kind === 'native' ? prices.toolPicos.get(searchTool) : prices.webPicos;
  return (fee ?? 0n) > 0n ? 'plugins' : undefined;
}

/** The extras that this candidate is sent: the others can neither be used nor charged. */
export function keepSentExtras(
  candidate: Candidate,
  { apiType, extras }: ExtraNeeds,
): RequestExtras | undefined {
  if (extras === undefined || !hasExtras(extras)) return extras;
  if (candidate.adapter.nativeDialect === apiType) return boundTools(candidate, extras);
  const isTierSent = sendsServiceTier(candidate, apiType as DialectName);
  return { ...noExtras, serviceTier: isTierSent ? extras.serviceTier : undefined };
}

/** Providers that keep no limit may use a tool more often than the caller asked for. */
function boundTools({ adapter, target }: Candidate, extras: RequestExtras): RequestExtras {
  if (adapter.boundUses === undefined || extras.tools.length === 0) return extras;
  const tools = extras.tools.map((tool) => {
    const usesMax = tool.isPerCall ? tool.usesMax : adapter.boundUses?.(tool.usesMax, target);
    return { ...tool, usesMax: usesMax ?? tool.usesMax };
  });
  return { ...extras, tools };
}

function findUnpriced(
  candidate: Candidate,
  apiType: string,
  { rates, serviceTier = 'auto', tools }: RequestExtras,
): Unpriced | undefined {
  const { model, prices } = candidate;
  // A translated request contains neither tools of another protocol nor the client's headers.
  if (candidate.adapter.nativeDialect === apiType) {
    const unpriced =
      tools.find(({ name }) => !prices.toolPicos.has(name) && !isCoveredBeta(name, model)) ??
      rates.find(({ name }) => !prices.tierFactors.has(name));
    if (unpriced !== undefined) return unpriced;
  }
  const isTierPriced = isPlainServiceTier(serviceTier) || prices.tierFactors.has(serviceTier);
  if (isTierPriced || !sendsServiceTier(candidate, apiType as DialectName)) return undefined;
  return { name: serviceTier, param: 'service_tier' };
}

/** The field means the same in both protocols of OpenAI, and is removed for other families. */
function sendsServiceTier({ adapter, target }: Candidate, dialect: DialectName): boolean {
  if (dialect === 'messages') return adapter.nativeDialect === 'messages';
  return adapter.nativeDialect !== 'messages' && target.family === 'openai';
}

function makeUnpricedError({ name, param }: Unpriced, modelId: string): AppError {
  const field = param === betaHeader || param === 'service_tier' ? `${param} ${name}` : param;
  return new AppError('unsupported_param', {
    message: `${field} has no price on ${modelId}. Leave it out, or choose a model that has one.`,
    param,
  });
}
