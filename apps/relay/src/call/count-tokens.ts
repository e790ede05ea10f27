import { AppError } from '@tollgate/errors';
import { asFields, editJson } from '@tollgate/model-kit';
import type { Candidate } from '../domain/candidate';
import { countEndpoint } from '../endpoints/text/count.endpoint';
import { chooseRoute, withoutProbes, type Routing } from './route/choose-route';
import { parseCall, type ParsedCall, type ReceivedCall } from './receive/received-call';
import { filterCall, type ScanTexts } from './review/filter-call';
import { UpstreamError, type UpstreamClient } from './attempt/open-upstream';
import { readBounded } from './attempt/read-bounded';

export type CountTokens = (call: Omit<ReceivedCall, 'endpoint'>) => Promise<number>;

const countAnswer = { bytesMax: 64 * 1024, idleMs: 10_000 };
const estimatedReasons = new Set(['no_route', 'model_not_priced', 'context_too_long']);
const generationFields = new Map([
  ['max_tokens', undefined],
  ['stream', undefined],
]);

/**
 * The tokens of a Messages request: counted by the provider where its protocol allows it, else
 * estimated. Nothing is held or charged. The content rules of the organization apply, since the
 * provider sees the text. Raises: content_filter, invalid_prompt, and what is wrong with the
 * request.
 */
export function createCountTokens(options: {
  readonly getRouting: () => Routing;
  readonly upstream: Pick<UpstreamClient, 'open'>;
  readonly scan: ScanTexts;
}): CountTokens {
  return async (received) => {
    const asked = parseCall({ ...received, endpoint: countEndpoint });
    const native = findCounter(asked, withoutProbes(options.getRouting()));
    const { call, refusal } = await filterCall(asked, options.scan);
    if (refusal !== undefined) throw refusal;
    const counted = native && (await askProvider(native, call, options.upstream));
    return counted ?? call.request.estimatePromptTokens();
  };
}

/** The first healthy candidate whose protocol can count. */
function findCounter(call: ParsedCall, routing: Routing): Candidate | undefined {
  try {
    return chooseRoute(call, routing).candidates.find(
      ({ adapter, route }) =>
        adapter.protocol === 'anthropic' && routing.knowledge.isHealthy(route.id),
    );
  } catch (error) {
    // The request is valid, and can be estimated without a provider.
    if (AppError.is(error) && estimatedReasons.has(error.reason)) return undefined;
    throw error;
  }
}

async function askProvider(
  { adapter, byok, target }: Candidate,
  { clientGone, clientHeaders, request: { body, bodyText } }: ParsedCall,
  upstream: Pick<UpstreamClient, 'open'>,
): Promise<number | undefined> {
  // The count endpoint refuses fields about generation.
  const { max_tokens: _limit, stream: _stream, ...counted } = body;
  const forwarded = adapter.forwardRequest({
    body: counted,
    bodyText: editJson(bodyText, generationFields),
    isStreaming: false,
    target,
    clientHeaders,
  });
  try {
    const request = { ...forwarded, url: `${forwarded.url}/count_tokens` };
    const answer = await upstream.open(request, clientGone, { isGuarded: byok !== undefined });
    const text = await readBounded(answer, countAnswer);
    const count = answer.status === 200 ? asFields(JSON.parse(text))['input_tokens'] : undefined;
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
      ? count
      : undefined;
  } catch (error) {
    // Any failure but a cancelled call falls back to the estimate.
    if (error instanceof UpstreamError && error.fault === 'cancelled') throw error;
    return undefined;
  }
}
