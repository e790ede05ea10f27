import { checkHttpUrl, readRanges, type EnvReader, type Secret } from '@tollgate/config';
import { parseDecimal, type Picos } from '@tollgate/money';
import { searchEngineNames, searchEngines, type SearchEngineName } from '@tollgate/web-search';

/** The search engine for models that cannot search the web themselves. */
export interface SearchSettings {
  readonly engine: SearchEngineName;
  readonly baseUrl: string;
  readonly apiKey: Secret | undefined;
  readonly allowCidrs: readonly string[];
  readonly timeoutMs: number;
  readonly resultsMax: number;
  readonly tokensMax: number;
  readonly pricePicos: Picos;
  readonly keepsNothing: boolean;
}

const picoDigits = 12;

/** Undefined: there is none. */
export function readSearchSettings(env: EnvReader): SearchSettings | undefined {
  const name = env.choice('WEB_SEARCH_ENGINE', {
    choices: ['none', ...searchEngineNames],
    about: 'engine that is asked for models that cannot search the web themselves',
    fallback: 'none',
  });
  const given = env.optionalText('WEB_SEARCH_URL', {
    about: 'address of the engine, such as http://searxng:8080; its public one by default',
  });
  const apiKey = env.optionalSecret('WEB_SEARCH_KEY', { about: 'key of the engine', lengthMin: 1 });
  const shared = { apiKey, ...readBounds(env) };
  if (name === 'none') return undefined;
  const { needsKey, publicUrl } = searchEngines[name];
  const baseUrl = given ?? publicUrl;
  if (baseUrl === undefined) env.faults.push(`WEB_SEARCH_URL is required: the address of ${name}`);
  const example = publicUrl ?? 'http://searxng:8080';
  const rule = { example, path: 'allowed', plaintext: 'named' } as const;
  if (baseUrl !== undefined) checkHttpUrl(env, 'WEB_SEARCH_URL', baseUrl, rule);
  if (needsKey && apiKey === undefined)
    env.faults.push(`WEB_SEARCH_KEY is required: ${name} needs a key`);
  return { engine: name, baseUrl: (baseUrl ?? '').replace(/\/+$/, ''), ...shared };
}

type Bounds = Omit<SearchSettings, 'apiKey' | 'baseUrl' | 'engine'>;

function readBounds(env: EnvReader): Bounds {
  return {
    allowCidrs: readRanges(
      env,
      'WEB_SEARCH_ALLOW_CIDRS',
      'private address ranges that the engine may be in; others than public are refused',
    ),
    timeoutMs: env.number('WEB_SEARCH_TIMEOUT_MS', {
      about: 'longest wait for the engine',
      fallback: 5_000,
      min: 100,
      max: 60_000,
    }),
    resultsMax: env.number('WEB_SEARCH_RESULTS_MAX', {
      about: 'results of one search that are put into the prompt',
      fallback: 5,
      min: 1,
      max: 20,
    }),
    tokensMax: env.number('WEB_SEARCH_TOKENS_MAX', {
      about: 'tokens that results may add to the prompt; they are held and charged as prompt',
      fallback: 2_000,
      min: 300,
      max: 100_000,
    }),
    pricePicos: readPrice(env),
    keepsNothing: env.boolean('WEB_SEARCH_KEEPS_NOTHING', {
      about:
        'whether the engine and all that it asks keep nothing of a query; if not, it is not asked ' +
        'for calls with provider.data_collection deny',
      fallback: false,
    }),
  };
}

function readPrice(env: EnvReader): Picos {
  const price = env.text('WEB_SEARCH_PRICE', {
    about: 'USD for one search of the engine, for models whose prices name no `web`',
    fallback: '0.005',
    pattern: /^\d{1,3}(?:\.\d{1,12})?$/,
  });
  return parseDecimal(price, picoDigits);
}
