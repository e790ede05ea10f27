export { bedrock } from './adapter';
export { prepareEmbeddings } from './embeddings/prepare-embeddings';
export { invokeModel } from './invoke-model';
