import { parseDecimal, type Picos } from '@tollgate/money';
import type { Fields } from '@tollgate/model-kit';
import { noExtras, type RequestExtras } from '@tollgate/model-spec';
import type { PriceList, TokenWork } from '@tollgate/pricing';
import { findSearch, type ProviderSearch } from '@tollgate/provider-table';
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
  /** It may be asked for calls that deny the collection of their data. */
  readonly keepsNothing: boolean;
}

/** What a call asks for, and what the gateway can offer it. */
export interface SearchTerms extends ExtraNeeds {
  readonly wish: SearchWish;
  /** The text of the user may go only to engines that keep nothing. */
  readonly deniesDataCollection: boolean;
  /** Undefined: the gateway has no search engine. */
  readonly engine: EngineTerms | undefined;
}

const protocolsWithoutPlugins: ReadonlySet<string> = new Set(['gemini', 'vertex', 'bedrock']);
const searchingProtocols: ReadonlySet<string> = new Set([
  ...['anthropic', 'vertex-anthropic', 'gemini', 'vertex', 'responses'],
]);
/** OpenAI's models that search in Chat and do not exist in Responses. */
const chatSearchModel = /-search(?:-|$)/;
/** Results of one search by the plugin, as its price has them. */
const pluginResultsMax = 5;
const picoDigits = 12;
/** What providers read for one search, by experience. */
const tokensPerSearch = 8_000;
/** Models that may search more often read less of each search. */
const searchesReadMax = 10;

/**
 * The candidate with the way in which it searches the web; unchanged where it cannot. Only the
 * platform's own candidates use the engine, because nothing is charged at the others.
 */
export function addSearch(candidate: Candidate, terms: SearchTerms): Candidate {
  const own = findOwnSearch(candidate);
  const searching = addPlugin(candidate, terms, own) ?? addNative(candidate, terms, own);
  if (searching !== undefined) return searching;
  const engine = chooseEngine(terms);
  return engine === undefined || candidate.byok !== undefined
    ? candidate
    : addEngine(candidate, terms.wish, engine);
}

/** Undefined: it cannot search by itself, or its searches have no price. */
function addNative(
  candidate: Candidate,
  { apiType, extras, wish }: SearchTerms,
  own: ProviderSearch | undefined,
): Candidate | undefined {
  const { target } = candidate;
  const how = own?.webSearch;
  if (how === 'always') {
    const search = { ...makeNative(candidate, wish, wish.usesMax), promptTokens: 0 };
    return { ...candidate, search, target: { ...target, searchesAlways: true } };
  }
  if (!isSearchPriced(candidate)) return undefined;
  const isMoved = how === 'responses' && !chatSearchModel.test(target.upstreamModel);
  const searching = isMoved ? { ...candidate, adapter: adapters.responses } : candidate;
  if (how !== 'responses' && !searchingProtocols.has(searching.adapter.protocol)) return undefined;
  const limit = findSharedLimit(searching, { apiType, extras }) ?? wish.usesMax;
  return { ...searching, search: makeNative(searching, wish, limit) };
}

/** Whether the request has a search of its protocol among its tools. */
export function asksByTool(extras: RequestExtras = noExtras): boolean {
  return extras.tools.some(({ name }) => name === searchTool);
}

/** A request of Messages asks by a search tool, which other protocols replace by the web plugin. */
export function addPluginForTool(candidate: Candidate, terms: SearchTerms): Candidate {
  if (candidate.adapter.nativeDialect === 'messages') return candidate;
  return addPlugin(candidate, terms, findOwnSearch(candidate)) ?? candidate;
}

/** Undefined: it takes no plugins, or its searches have no price and could not be charged. */
function addPlugin(
  candidate: Candidate,
  { deniesDataCollection, wish }: SearchTerms,
  own: ProviderSearch | undefined,
): Candidate | undefined {
  const { byok, target } = candidate;
  const isOwn = own?.webSearch === 'plugins';
  if (!isOwn && !listsPlugins(candidate)) return undefined;
  const price = findWebPrice(candidate) ?? own?.webSearchPrice;
  if (byok === undefined && price === undefined) return undefined;
  // Its engine is a third party.
  if (isOwn && deniesDataCollection) return undefined;
  const search = { kind: 'plugins', promptTokens: tokensPerSearch } as const;
  if (!isOwn) return { ...candidate, search };
  return {
    ...candidate,
    search: { ...search, plugin: writePlugin(wish) },
    target: { ...target, takesPlugins: true },
    prices: byok === undefined ? addWebPrice(candidate, price) : candidate.prices,
  };
}

function listsPlugins({ adapter, target }: Candidate): boolean {
  const isPossible = !protocolsWithoutPlugins.has(adapter.protocol);
  return isPossible && target.supportedParameters.includes('plugins');
}

/** By its engine, which has one price: searches of the models' makers have many. */
function writePlugin({ resultsMax = pluginResultsMax }: SearchWish): Fields {
  return { id: 'web', engine: 'exa', max_results: Math.min(resultsMax, pluginResultsMax) };
}

/** What the operator wrote; undefined: nothing. A price of 0 is a price. */
function findWebPrice({ model, route }: Candidate): string | undefined {
  return route.prices?.web ?? model.document.prices.web ?? undefined;
}

function addWebPrice(candidate: Candidate, price = '0'): PriceList {
  if (findWebPrice(candidate) !== undefined) return candidate.prices;
  return { ...candidate.prices, webPicos: parseDecimal(price, picoDigits) };
}

function chooseEngine({ deniesDataCollection, engine }: SearchTerms): EngineTerms | undefined {
  return deniesDataCollection && engine?.keepsNothing !== true ? undefined : engine;
}

function makeNative(
  { adapter, target }: Candidate,
  wish: SearchWish,
  usesMax: number,
): Extract<CandidateSearch, { kind: 'native' }> {
  const billedMax = adapter.boundUses?.(usesMax, target) ?? usesMax;
  const searches = Math.max(wish.usesMax, Math.min(billedMax, searchesReadMax));
  return { kind: 'native', usesMax, billedMax, promptTokens: searches * tokensPerSearch };
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

function findOwnSearch({ adapter, route }: Candidate): ProviderSearch | undefined {
  return adapter.protocol === 'openai' ? findSearch(route.provider, route.baseUrl) : undefined;
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
function addFee(candidate: Candidate, { pricePicos }: EngineTerms): PriceList {
  const { prices } = candidate;
  return findWebPrice(candidate) === undefined ? { ...prices, webPicos: pricePicos } : prices;
}

/** The work of a call with what its search can add at this candidate. */
export function measureSearch(asked: TokenWork, { prices, search }: Candidate): TokenWork {
  if (!asked.usesWeb && search === undefined) return asked;
  switch (search?.kind) {
    case undefined:
      return { ...asked, usesWeb: false };
    case 'plugins':
      return { ...asked, usesWeb: true, promptTokens: asked.promptTokens + search.promptTokens };
    case 'engine': {
      const promptTokens = asked.promptTokens + search.promptTokens;
      return { ...asked, promptTokens, isSearchShared: true };
    }
    case 'native': {
      const { extras = noExtras, promptTokens } = asked;
      const usesMax = search.billedMax;
      const isCounted = asksByTool(extras);
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
