import { AppError, type ErrorName } from '@tollgate/errors';
import type { CatalogModel, ProviderRoute } from '../../catalog/catalog';
import type { Candidate } from '../../domain/candidate';
import type { ApiType } from '../../domain/endpoint';
import { testHeader } from '../../domain/test-header';
import type { ParsedCall } from '../receive/received-call';
import { makeUnchargedCandidate, type UnchargedRoute } from './make-uncharged-candidate';

const scriptPattern = /^[\w=.-]+(?:[\s,]+[\w=.-]+)*$/;
const scriptCharactersMax = 200;
const errorPattern = /^error=(\w+)$/;
const exhaustionPattern = /^exhausted_after=(\d{1,5})$/;
const slowWord = 'chunk_delay_ms=';

/** Errors of the gateway itself, which no simulated provider can cause. */
const errors: ReadonlySet<ErrorName> = new Set([
  'insufficient_credits',
  'spend_limit_exceeded',
  'rate_limited',
  'overloaded',
  'timeout',
  'upstream_unavailable',
]);

/** Each dialect meets a provider that speaks it, so that its own wire format is answered. */
const protocols: Partial<Record<ApiType, ProviderRoute['protocol']>> = {
  messages: 'anthropic',
  responses: 'responses',
  rerank: 'cohere-rerank',
};

/**
 * A candidate that sends the call to the simulator instead of a provider. Raises: no_route when no
 * simulator is configured, bad_request for an invalid script, and the error that the script names.
 */
export function makeTestCandidate(
  { clientHeaders, request }: ParsedCall,
  model: CatalogModel,
  baseUrl: string | undefined,
): Candidate {
  if (baseUrl === undefined) {
    throw new AppError('no_route', {
      message: 'Test keys are not answered here: the operator has set no TEST_MODE_URL',
    });
  }
  const { exhaustedAfter, words: script } = cutExhaustion(readScript(clientHeaders[testHeader]));
  const route: UnchargedRoute = {
    id: 'test',
    provider: 'test',
    protocol: protocols[request.apiType] ?? 'openai',
    baseUrl,
    apiKey: 'test',
    // The simulator reads the script behind the name of its model.
    upstreamModel: ['test', 'public', ...script].join('+'),
  };
  const candidate = { ...makeUnchargedCandidate(route, model), isTest: true } as const;
  return exhaustedAfter === undefined ? candidate : { ...candidate, exhaustedAfter };
}

/** Separates the word that the gateway itself obeys from those of the simulator. */
function cutExhaustion(words: readonly string[]): {
  readonly exhaustedAfter: number | undefined;
  readonly words: readonly string[];
} {
  const tokens = words.map((word) => exhaustionPattern.exec(word)?.[1]).find((found) => found);
  if (tokens === undefined) return { exhaustedAfter: undefined, words };
  const others = words.filter((word) => !exhaustionPattern.test(word));
  // A stream that comes in one piece could not be ended in its middle.
  const isSlow = others.some((word) => word.startsWith(slowWord));
  return { exhaustedAfter: Number(tokens), words: isSlow ? others : [...others, `${slowWord}20`] };
}

/** The words of a script. Raises the error that it asks for. */
function readScript(text: string | undefined): readonly string[] {
  const script = text?.trim() ?? '';
  if (script === '') return [];
  if (script.length > scriptCharactersMax || !scriptPattern.test(script)) {
    throw new AppError('bad_request', {
      message:
        `${testHeader} takes words such as status=429,delay_ms=500 or error=insufficient_credits, ` +
        `at most ${scriptCharactersMax} characters`,
    });
  }
  const words = script.split(/[\s,]+/);
  for (const word of words) {
    const reason = errorPattern.exec(word)?.[1];
    if (reason !== undefined) throw makeError(reason);
  }
  return words;
}

function makeError(reason: string): AppError {
  const known = [...errors].find((each) => each === reason);
  if (known !== undefined) return new AppError(known);
  return new AppError('bad_request', {
    message: `${testHeader} knows the errors ${[...errors].join(', ')}`,
  });
}
