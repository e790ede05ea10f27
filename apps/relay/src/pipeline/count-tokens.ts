import { parseCountRequest } from '@tollgate/dialects/anthropic-messages';
import type { TextRequest } from '@tollgate/model-spec';
import { asFields, editJson } from '@tollgate/provider-kit';
import type { CatalogSnapshot } from '../domain/catalog';
import { checkMedia } from '../domain/check-media';
import { checkChatModel } from '../domain/check-model';
import type { RawRequest } from '../endpoints/endpoint';
import { resolveModel } from '../domain/resolve-model';
import { listCandidates } from './list-candidates';
import { UpstreamError, type UpstreamClient } from './open-upstream';
import { readBounded } from './read-bounded';
import type { Candidate } from '../domain/candidate';

export interface CountRequest extends RawRequest {
  readonly clientGone: AbortSignal;
}

export type CountTokens = (request: CountRequest) => Promise<number>;

const countAnswer = { bytesMax: 64 * 1024, idleMs: 10_000 };
const generationFields = new Map([
  ['max_tokens', undefined],
  ['stream', undefined],
]);

/**
 * How many tokens a Messages request has: the provider's own count where its protocol has one, our
 * estimate elsewhere, or when the provider does not answer. Nothing is held or charged.
 */
export function createCountTokens(options: {
  readonly getSnapshot: () => CatalogSnapshot;
  readonly upstream: Pick<UpstreamClient, 'open'>;
}): CountTokens {
  return async (raw) => {
    const request = parseCountRequest(raw.bodyText, raw.body);
    checkMedia(request);
    const snapshot = options.getSnapshot();
    const model = resolveModel(request.requestedModel, snapshot, { allowsBareNames: false });
    checkChatModel(model, request);
    const native = listCandidates(model, snapshot).find(
      ({ adapter }) => adapter.protocol === 'anthropic',
    );
    const counted = native && (await askProvider(native, request, raw, options.upstream));
    return counted ?? request.estimatePromptTokens();
  };
}

async function askProvider(
  { adapter, target }: Candidate,
  { body, bodyText }: TextRequest,
  { clientGone, clientHeaders }: CountRequest,
  upstream: Pick<UpstreamClient, 'open'>,
): Promise<number | undefined> {
  // Nothing is made when it is counted, and the provider refuses to hear how much may be.
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
    const answer = await upstream.open(request, clientGone);
    const text = await readBounded(answer, countAnswer);
    const count = answer.status === 200 ? asFields(JSON.parse(text))['input_tokens'] : undefined;
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
      ? count
      : undefined;
  } catch (error) {
    // An estimate is better than no answer, whatever kept the provider from giving one.
    if (error instanceof UpstreamError && error.fault === 'cancelled') throw error;
    return undefined;
  }
}
