import { AppError } from '@tollgate/errors';
import { asFields, asText, omitUndefined } from '@tollgate/model-kit';
import type { EmbeddingModel, InvokedAnswer } from './embedding-model';
import { readInputTokens, readVectors } from './read-vectors';

const tokensHeader = 'x-amzn-bedrock-input-token-count';
const inputTypes = ['search_document', 'search_query', 'classification', 'clustering'] as const;

const common: Pick<EmbeddingModel, 'readAnswer' | 'requestsMax' | 'textsPerRequest'> = {
  textsPerRequest: 96,
  requestsMax: 8,
  readAnswer: (answer) => {
    const { embeddings } = answer.body;
    // Older answers are a list, newer ones have a list for each type of vectors.
    const vectors = readVectors(
      Array.isArray(embeddings) ? embeddings : asFields(embeddings)['float'],
    );
    return vectors === undefined ? undefined : { vectors, usage: readUsage(answer) };
  },
};

/** Cohere Embed v3. */
export const cohereV3: EmbeddingModel = {
  ...common,
  dimensions: [1_024],
  writeBody: ({ inputType, texts }) => ({
    texts,
    input_type: readInputType(inputType),
    embedding_types: ['float'],
  }),
};

/** Cohere Embed v4, whose vectors may be shorter. */
export const cohereV4: EmbeddingModel = {
  ...common,
  dimensions: [256, 512, 1_024, 1_536],
  writeBody: (wanted) =>
    omitUndefined({ ...cohereV3.writeBody(wanted), output_dimension: wanted.dimensions }),
};

/** Required there, and unknown to clients of OpenAI: most of them store documents. */
function readInputType(value: unknown): string {
  if (value == null) return inputTypes[0];
  const found = inputTypes.find((name) => name === value);
  if (found !== undefined) return found;
  throw AppError.forParam(
    'unsupported_param',
    'input_type',
    `input_type must be one of ${inputTypes.join(', ')}`,
  );
}

/** Bedrock moves the count of Cohere's own API from the body to a header. */
function readUsage({ body, headers }: InvokedAnswer): ReturnType<typeof readInputTokens> {
  const reported = asText(headers[tokensHeader]);
  const { input_tokens: billed } = asFields(asFields(body['meta'])['billed_units']);
  return readInputTokens(reported === undefined ? billed : readNumber(reported));
}

/** Not a number: a count that cannot be trusted. */
function readNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
