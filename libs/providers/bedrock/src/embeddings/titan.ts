import { omitUndefined } from '@tollgate/model-kit';
import type { EmbeddingModel } from './embedding-model';
import { readInputTokens, readVectors } from './read-vectors';

const common: Pick<EmbeddingModel, 'readAnswer' | 'requestsMax' | 'textsPerRequest'> = {
  textsPerRequest: 1,
  requestsMax: 96,
  readAnswer: ({ body }) => {
    const vectors = readVectors([body['embedding']]);
    if (vectors === undefined) return undefined;
    return { vectors, usage: readInputTokens(body['inputTextTokenCount']) };
  },
};

/** Amazon Titan Text Embeddings V2: it takes one text per request. */
export const titanV2: EmbeddingModel = {
  ...common,
  dimensions: [256, 512, 1_024],
  writeBody: ({ dimensions, texts }) => omitUndefined({ inputText: texts[0], dimensions }),
};

/** Amazon Titan Embeddings G1: it refuses all other fields. */
export const titanV1: EmbeddingModel = {
  ...common,
  dimensions: [1_536],
  writeBody: ({ texts }) => ({ inputText: texts[0] }),
};
