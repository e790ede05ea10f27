import { countPromptTokens, type SettledUsage } from '@tollgate/model-spec';
import { nanosToUsdNumber } from '@tollgate/money';
import { asFieldList, asFields, editJson, type Fields } from '@tollgate/model-kit';
import type { EmbeddingsEncoding } from './parse-request';

export interface EmbeddingsFace {
  /** The catalog's id, not the upstream's name of the model. */
  readonly model: string;
  readonly encoding: EmbeddingsEncoding;
}

/** The vectors of an answer; undefined when an embedding is not a number array. */
export function readEmbeddings(body: Fields): readonly Fields[] | undefined {
  const { data } = body;
  const vectors = asFieldList(data);
  const isWhole = Array.isArray(data) && vectors.length === data.length && vectors.length > 0;
  return isWhole && vectors.every(({ embedding }) => isVector(embedding)) ? vectors : undefined;
}

function isVector(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  return Array.isArray(value) && value.length > 0 && typeof value[0] === 'number';
}

/**
 * An upstream's answer for the client. SDKs decode the encoding that they requested without a
 * check, so an answer in another encoding is converted; otherwise its bytes pass.
 */
export function renderResponse(
  bodyText: string,
  vectors: readonly Fields[],
  face: EmbeddingsFace,
  settled: SettledUsage,
): string {
  const edits = new Map<string, string | undefined>([
    ['object', '"list"'],
    ['model', JSON.stringify(face.model)],
    ['usage', JSON.stringify(renderUsage(settled))],
    ['provider', undefined],
    ['id', undefined],
  ]);
  const wanted = face.encoding === 'base64' ? 'string' : 'object';
  const isAsAsked = vectors.every(
    ({ embedding, index, object }, position) =>
      typeof embedding === wanted && object === 'embedding' && index === position,
  );
  if (!isAsAsked)
    edits.set(
      'data',
      JSON.stringify(
        putInOrder(vectors).map((vector, index) => ({
          ...vector,
          object: 'embedding',
          index,
          embedding: encode(vector['embedding'], face.encoding),
        })),
      ),
    );
  return editJson(bodyText, edits);
}

/** Vectors of a provider with another protocol, for the client. */
export function renderVectors(
  vectors: readonly (readonly number[])[],
  { encoding, model }: EmbeddingsFace,
  settled: SettledUsage,
): string {
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: encode(vector, encoding),
  }));
  return JSON.stringify({ object: 'list', data, model, usage: renderUsage(settled) });
}

/** Clients read vectors by position: an answer in another order is sorted by its index. */
function putInOrder(vectors: readonly Fields[]): readonly Fields[] {
  const byIndex = new Map(vectors.map((vector) => [vector['index'], vector]));
  const ordered = vectors.map((_vector, index) => byIndex.get(index));
  return ordered.every((vector) => vector !== undefined) ? ordered : vectors;
}

function renderUsage({ costNanos, upstream, usage }: SettledUsage): Fields {
  const prompt = countPromptTokens(usage);
  return {
    ...asFields(upstream),
    prompt_tokens: prompt,
    total_tokens: prompt,
    cost: nanosToUsdNumber(costNanos),
  };
}

const bytesPerFloat = 4;

/** Base64 is of little-endian 32-bit floats. */
function encode(embedding: unknown, encoding: EmbeddingsEncoding): unknown {
  if (encoding === 'base64') {
    return Array.isArray(embedding) ? encodeFloats(embedding as number[]) : embedding;
  }
  return typeof embedding === 'string' ? decodeFloats(embedding) : embedding;
}

function encodeFloats(values: readonly number[]): string {
  const bytes = Buffer.allocUnsafe(values.length * bytesPerFloat);
  values.forEach((value, index) => bytes.writeFloatLE(value, index * bytesPerFloat));
  return bytes.toString('base64');
}

function decodeFloats(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  const count = Math.floor(bytes.length / bytesPerFloat);
  return Array.from({ length: count }, (_unused, index) =>
    bytes.readFloatLE(index * bytesPerFloat),
  );
}
