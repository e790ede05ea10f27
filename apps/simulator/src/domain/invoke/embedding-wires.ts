import { asTexts, readCount, type Fields } from '../fields';
import { makeVector } from '../make-vector';
import { spoilCount } from '../spoil-count';
import { malformed, type InvokedCall, type InvokeAnswer, type InvokeWire } from './invoke-wire';

const charactersPerToken = 4;
const titanDimensions = [256, 512, 1_024];
const cohereDimensions = [256, 512, 1_024, 1_536];
const cohereTextsMax = 96;
const inputTypes = ['search_document', 'search_query', 'classification', 'clustering'];

const countTokens = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.ceil(text.length / charactersPerToken), 0);

/** Scripts of embeddings are in the name of the model: their texts are often long. */
const readPrompt = (): string => '';

/** Titan Text Embeddings V2. */
const titanV2: InvokeWire = {
  pattern: /titan-embed-text-v2/,
  fields: new Set(['inputText', 'dimensions', 'normalize', 'embeddingTypes']),
  readPrompt,
  findFault: (body) => findTextFault(body) ?? findEnumFault(body, 'dimensions', titanDimensions),
  render: (call) => renderTitan(call, readCount(call.body['dimensions']) ?? 1_024),
};

/** Titan Embeddings G1. */
const titanV1: InvokeWire = {
  pattern: /titan-embed/,
  fields: new Set(['inputText']),
  readPrompt,
  findFault: findTextFault,
  render: (call) => renderTitan(call, 1_536),
};

const cohereFields = ['texts', 'input_type', 'truncate', 'embedding_types', 'images'];

/** Cohere Embed v3. */
const cohereV3: InvokeWire = {
  pattern: /cohere\.embed-\w+-v3/,
  fields: new Set(cohereFields),
  readPrompt,
  findFault: findCohereFault,
  render: (call) => renderCohere(call, 1_024),
};

/** Cohere Embed v4. */
const cohereV4: InvokeWire = {
  pattern: /cohere\.embed-v4/,
  fields: new Set([...cohereFields, 'inputs', 'output_dimension', 'max_tokens']),
  readPrompt,
  findFault: (body) =>
    findCohereFault(body) ?? findEnumFault(body, 'output_dimension', cohereDimensions),
  render: (call) => renderCohere(call, readCount(call.body['output_dimension']) ?? 1_536),
};

export const embeddingWires: readonly InvokeWire[] = [titanV2, titanV1, cohereV3, cohereV4];

function findTextFault({ inputText }: Fields): string | undefined {
  if (typeof inputText !== 'string') return malformed('#: required key [inputText] not found');
  return inputText === '' ? malformed('#/inputText: expected minLength: 1, actual: 0') : undefined;
}

function findCohereFault({ input_type: inputType, texts }: Fields): string | undefined {
  if (!Array.isArray(texts)) return malformed('#: required key [texts] not found');
  if (texts.length > cohereTextsMax) {
    return malformed(`#/texts: expected maximum item count: 96, found: ${texts.length}`);
  }
  if (inputType === undefined) return malformed('#: required key [input_type] not found');
  return inputTypes.some((name) => name === inputType)
    ? undefined
    : malformed('#/input_type: not a valid enum value');
}

function findEnumFault(body: Fields, name: string, allowed: readonly number[]): string | undefined {
  const { [name]: value } = body;
  if (value === undefined || allowed.some((entry) => entry === value)) return undefined;
  return malformed(`#/${name}: not a valid enum value`);
}

/** The count is in the body, and in a header for all models. */
function renderTitan(call: InvokedCall, dimensions: number): InvokeAnswer {
  const inputText = String(call.body['inputText']);
  const { headers, tokens } = reportTokens(call, [inputText]);
  const float = makeVector(inputText, dimensions);
  const count = tokens === undefined ? '' : `,"inputTextTokenCount":${tokens}`;
  const vector = JSON.stringify(float);
  const body = `{"embedding":${vector},"embeddingsByType":{"float":${vector}}${count}}`;
  return { body, headers };
}

/** With `embedding_types` the vectors are listed by their type. */
function renderCohere(call: InvokedCall, dimensions: number): InvokeAnswer {
  const texts = asTexts(call.body['texts']);
  const { headers } = reportTokens(call, texts);
  const vectors = texts.map((text) => makeVector(text, dimensions));
  const isByType = call.body['embedding_types'] !== undefined;
  const answer = {
    id: call.id,
    texts,
    embeddings: isByType ? { float: vectors } : vectors,
    response_type: isByType ? 'embeddings_by_type' : 'embeddings_floats',
  };
  return { body: JSON.stringify(answer), headers };
}

/** `tokens` is JSON text; undefined where usage is to be left out. */
function reportTokens(
  { instructions }: InvokedCall,
  texts: readonly string[],
): { readonly headers: Readonly<Record<string, string>>; readonly tokens: string | undefined } {
  if (instructions.usage === 'none') return { headers: {}, tokens: undefined };
  const tokens = spoilCount(countTokens(texts), instructions.usage);
  return { headers: { 'x-amzn-bedrock-input-token-count': tokens }, tokens };
}
