import { renderVectors, type EmbeddingsRequest } from '@tollgate/dialects/openai-embeddings';
import { AppError } from '@tollgate/errors';
import { prepareEmbeddings } from '@tollgate/providers/bedrock';
import type { Candidate } from '../../domain/candidate';
import type { PlainAnswer, PlainReading, PreparedRequest } from '../../domain/endpoint';
import { parseAnswer } from '../../domain/parse-answer';
import { readUnsupported } from '../../domain/read-unsupported';
import { sumUsages } from '../../domain/sum-usages';

/** More at once would use up the quota of an account at the provider. */
const parallelMax = 8;

/**
 * Requests embeddings over InvokeModel, which takes one text at a time for some models: then an
 * answer takes several requests, and is charged for all of them together.
 */
export function prepareOverBedrock(
  request: EmbeddingsRequest,
  { adapter, target }: Pick<Candidate, 'adapter' | 'target'>,
  model: string,
): PreparedRequest {
  const { body, dimensions, texts } = request;
  if (texts === undefined) {
    throw AppError.forParam('unsupported_param', 'input', `${model} takes texts only`);
  }
  const wanted = { texts, dimensions, inputType: body['input_type'] };
  const prepared = prepareEmbeddings(wanted, target);
  const { requests } = prepared;
  return {
    request: requests[0],
    headers: {},
    readFailure: (status, text, headers) =>
      readUnsupported(status, text, adapter.mapError(status, text, headers)),
    readPlain: refuseOther,
    openStream: refuseOther,
    joined: {
      count: requests.length,
      requests,
      parallelMax,
      readPlain: (answers) => readPlain(answers, prepared, { request, model }),
      openStreams: refuseOther,
    },
  };
}

function readPlain(
  answers: readonly PlainAnswer[],
  prepared: ReturnType<typeof prepareEmbeddings>,
  { model, request }: { readonly request: EmbeddingsRequest; readonly model: string },
): PlainReading {
  const bodies = answers.map(({ headers, text }) => ({ body: parseAnswer(text), headers }));
  const joined = prepared.readAnswers(bodies);
  const usages = joined?.usages ?? [];
  return {
    hasContent: joined !== undefined,
    finishReason: joined === undefined ? undefined : 'stop',
    nativeFinishReason: undefined,
    usage: sumUsages(usages.map((usage) => ({ usage }))).usage,
    upstreamUsage: undefined,
    render: (settled) =>
      renderVectors(joined?.vectors ?? [], { model, encoding: request.encoding }, settled),
  };
}

function refuseOther(): never {
  throw new AppError('internal', { message: 'embeddings of Bedrock are read together' });
}
