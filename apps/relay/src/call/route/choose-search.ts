import type { Picos } from '@tollgate/money';
import { noExtras } from '@tollgate/model-spec';
import type { PriceList, TokenWork } from '@tollgate/pricing';
import { findSearch } from '@tollgate/provider-table';
import type { Candidate } from '../../domain/candidate';
import { keepSentExtras, type ExtraNeeds } from '../../domain/check-extras';
import { searchTool, type CandidateSearch, type SearchWish } from '../../domain/web-search';
import { adapters } from './adapters';

/** What a search of the gateway's own engine can add to a call. */
export interface EngineTerms {
  readonly resultsMax: number;
  readonly promptTokens: number;
  /** Of one search, for models whose prices name no `web`. */
  readonly pricePicos: Picos;
}

/** What a call asks for, and what the gateway can offer it. */
export interface SearchTerms extends ExtraNeeds {
  readonly wish: SearchWish;
  /** Undefined: the gateway has no search engine. */
  readonly engine: EngineTerms | undefined;
}

const protocolsWithoutPlugins: ReadonlySet<string> = new Set(['gemini', 'vertex', 'bedrock']);
const searchingProtocols: ReadonlySet<string> = new Set([
  ...['anthropic', 'vertex-anthropic', 'gemini', 'vertex', 'responses'],
]);
/** OpenAI's models that search in Chat and do not exist in Responses. */
const chatSearchModel = /-search(?:-|$)/;
/** What providers read for one search, by experience. */
const tokensPerSearch = 8_000;

/**
 * The candidate with the way in which it searches the web; unchanged where it cannot. Only the
 * platform's own candidates use the engine, because nothing is charged at the others.
 */
export function addSearch(
  candidate: Candidate,
  { apiType, engine, extras, wish }: SearchTerms,
): Candidate {
  const { adapter, target } = candidate;
  if (!protocolsWithoutPlugins.has(adapter.protocol) && listsPlugins(candidate))
    return { ...candidate, search: { kind: 'plugins' } };
  const how = adapter.protocol === 'openai' ? findOwnSearch(candidate) : undefined;
  if (how === 'always') {
    const search = { ...makeNative(candidate, wish, wish.usesMax), promptTokens: 0 };
    return { ...candidate, search, target: { ...target, searchesAlways: true } };
  }
  if (isSearchPriced(candidate)) {
    const isMoved = how === 'responses' && !chatSearchModel.test(target.upstreamModel);
    const searching = isMoved ? { ...candidate, adapter: adapters.responses } : candidate;
    if (searchingProtocols.has(searching.adapter.protocol) || how === 'responses') {
      const limit = findSharedLimit(searching, { apiType, extras }) ?? wish.usesMax;
      return { ...searching, search: makeNative(searching, wish, limit) };
    }
  }
  return engine === undefined || candidate.byok !== undefined
    ? candidate
    : addEngine(candidate, wish, engine);
}

function makeNative(
  { adapter, target }: Candidate,
  wish: SearchWish,
  usesMax: number,
): Extract<CandidateSearch, { kind: 'native' }> {
  const billedMax = adapter.boundUses?.(usesMax, target) ?? usesMax;
  return { kind: 'native', usesMax, billedMax, promptTokens: wish.usesMax * tokensPerSearch };
}

/**
 * Responses have one limit for all hosted tools together, so it is also that of the search.
 * Undefined: the request is sent no other such tool.
 */
function findSharedLimit(candidate: Candidate, needs: ExtraNeeds): number | undefined {
  if (candidate.adapter.protocol !== 'responses') return undefined;
  const limits = keepSentExtras(candidate, needs)?.tools.map(({ usesMax }) => usesMax) ?? [];
  return limits.length === 0 ? undefined : Math.max(...limits);
}

function listsPlugins({ target }: Candidate): boolean {
  return target.supportedParameters.includes('plugins');
}

function findOwnSearch({ route }: Candidate): ReturnType<typeof findSearch> {
  return findSearch(route.provider, route.baseUrl);
}

/** An organization pays its own provider: there, the model's prices only show that it can. */
function isSearchPriced({ byok, model, prices }: Candidate): boolean {
  return (byok === undefined ? prices : model.prices).toolPicos.has(searchTool);
}

function addEngine(candidate: Candidate, wish: SearchWish, engine: EngineTerms): Candidate {
  const { promptTokens } = engine;
  const resultsMax = Math.min(wish.resultsMax ?? engine.resultsMax, engine.resultsMax);
  return {
    ...candidate,
    search: { kind: 'engine', resultsMax, promptTokens },
    prices: addFee(candidate, engine),
  };
}

/** A price of the model or its route wins, also when it is 0. */
function addFee({ model, prices, route }: Candidate, { pricePicos }: EngineTerms): PriceList {
  const listed = route.prices?.web ?? model.document.prices.web;
  return listed == null ? { ...prices, webPicos: pricePicos } : prices;
}

/** The work of a call with what its search can add at this candidate. */
export function measureSearch(asked: TokenWork, { prices, search }: Candidate): TokenWork {
  if (!asked.usesWeb) return asked;
  switch (search?.kind) {
    case undefined:
      return { ...asked, usesWeb: false };
    case 'plugins':
      return asked;
    case 'engine': {
      const promptTokens = asked.promptTokens + search.promptTokens;
      return { ...asked, promptTokens, isSearchShared: true };
    }
    case 'native': {
      const { extras = noExtras, promptTokens } = asked;
      const usesMax = search.billedMax;
      const isCounted = extras.tools.some(({ name }) => name === searchTool);
      const isAdded = !isCounted && prices.toolPicos.has(searchTool);
      const added = isAdded ? [{ name: searchTool, param: 'plugins', usesMax }] : [];
      return {
        ...asked,
        usesWeb: false,
        promptTokens: promptTokens + search.promptTokens,
        extras: { ...extras, tools: [...extras.tools, ...added] },
      };
    }
  }
}
