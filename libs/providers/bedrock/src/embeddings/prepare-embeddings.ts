import { AppError } from '@tollgate/errors';
import type { UpstreamRequest, UpstreamTarget, UsageReading } from '@tollgate/model-spec';
import { invokeModel } from '../invoke-model';
import { cohereV3, cohereV4 } from './cohere';
import type { EmbeddingModel, InvokedAnswer, Vector, WantedVectors } from './embedding-model';
import { titanV1, titanV2 } from './titan';

/** By the id of the model or of an inference profile (`eu.cohere.embed-v4:0`). */
const models: readonly (readonly [RegExp, EmbeddingModel])[] = [
  [/\bamazon\.titan-embed-text-v2\b/, titanV2],
  [/\bamazon\.titan-embed-(?:text-v1|g1-text)\b/, titanV1],
  [/\bcohere\.embed-[a-z]+-v3\b/, cohereV3],
  [/\bcohere\.embed-v4\b/, cohereV4],
];

export interface PreparedEmbeddings {
  /** Several where the texts do not fit into one. */
  readonly requests: readonly [UpstreamRequest, ...UpstreamRequest[]];
  /**
   * `answers`: in the order of the requests. Undefined when one of them does not contain a vector
   * for each of its texts.
   */
  readAnswers(answers: readonly InvokedAnswer[]): JoinedVectors | undefined;
}

interface JoinedVectors {
  /** In the order of the texts. */
  readonly vectors: readonly Vector[];
  /** One for each answer. */
  readonly usages: readonly UsageReading[];
}

/** Raises: unsupported_param, upstream_auth_failed. */
export function prepareEmbeddings(
  wanted: WantedVectors,
  target: UpstreamTarget,
): PreparedEmbeddings {
  const model = findModel(target);
  checkDimensions(model, wanted);
  const batches = splitTexts(model, wanted.texts);
  const [first, ...others] = batches.map((texts) =>
    invokeModel(target, model.writeBody({ ...wanted, texts })),
  );
  return {
    requests: [first as UpstreamRequest, ...others],
    readAnswers: (answers) => readAnswers(model, batches, answers),
  };
}

function findModel({ upstreamModel }: UpstreamTarget): EmbeddingModel {
  const found = models.find(([pattern]) => pattern.test(upstreamModel))?.[1];
  if (found !== undefined) return found;
  throw AppError.forParam(
    'unsupported_param',
    'model',
    'Embeddings of Amazon Bedrock are available for Titan Text Embeddings and Cohere Embed, ' +
      'by the name of the model or of its inference profile',
  );
}

function checkDimensions(model: EmbeddingModel, { dimensions }: WantedVectors): void {
  if (dimensions === undefined || model.dimensions.includes(dimensions)) return;
  throw AppError.forParam(
    'unsupported_param',
    'dimensions',
    `dimensions must be ${model.dimensions.join(' or ')} for this model (got ${dimensions})`,
  );
}

function splitTexts(
  { requestsMax, textsPerRequest }: EmbeddingModel,
  texts: readonly string[],
): readonly (readonly string[])[] {
  const most = textsPerRequest * requestsMax;
  if (texts.length > most) {
    throw AppError.forParam(
      'unsupported_param',
      'input',
      `input must have at most ${most} texts for this model (got ${texts.length}): its provider ` +
        `takes ${textsPerRequest} per request. Send several requests for more`,
    );
  }
  const count = Math.ceil(texts.length / textsPerRequest);
  return Array.from({ length: count }, (_unused, index) =>
    texts.slice(index * textsPerRequest, (index + 1) * textsPerRequest),
  );
}

function readAnswers(
  model: EmbeddingModel,
  batches: readonly (readonly string[])[],
  answers: readonly InvokedAnswer[],
): JoinedVectors | undefined {
  const readings = answers.flatMap((answer, index) => {
    const reading = model.readAnswer(answer);
    const isWhole = reading !== undefined && reading.vectors.length === batches[index]?.length;
    return isWhole ? [reading] : [];
  });
  if (readings.length < batches.length) return undefined;
  return {
    vectors: readings.flatMap(({ vectors }) => vectors),
    usages: readings.map(({ usage }) => usage),
  };
}
