import type { Annotation, AnswerPart, ReportedExtras } from '@tollgate/model-spec';
import { asFields, asText, asWire, asWireList, type Wire } from '@tollgate/model-kit';
import type {
  Candidate,
  GroundingChunk,
  GroundingMetadata,
  GroundingSupport,
  Segment,
} from './wire';

/** What Google Search contributed to an answer. */
interface Grounding {
  readonly annotations: readonly Annotation[];
  readonly extras: ReportedExtras;
}

const annotationsMax = 200;

/**
 * The sources of an answer; undefined: Google Search was not used. `texts` are the texts of its
 * parts. Gemini 3 is billed for each query, older models once for each prompt.
 */
export function readGrounding(
  candidate: Wire<Candidate>,
  texts: readonly string[],
  isBilledByQuery: boolean,
): Grounding | undefined {
  const metadata = asWire<GroundingMetadata>(candidate.groundingMetadata);
  const chunks = asWireList<GroundingChunk>(metadata.groundingChunks);
  const queries = Array.isArray(metadata.webSearchQueries) ? metadata.webSearchQueries.length : 0;
  if (chunks.length === 0 && queries === 0) return undefined;
  const uses = isBilledByQuery ? Math.max(1, queries) : 1;
  const supports = asWireList<GroundingSupport>(metadata.groundingSupports);
  const placed = supports.flatMap((support) => readSupport(support, chunks, texts));
  const annotations = placed.length > 0 ? placed : chunks.flatMap((chunk) => readChunk(chunk));
  return {
    annotations: annotations.slice(0, annotationsMax),
    extras: { toolUses: new Map([['web_search', uses]]) },
  };
}

/** Citations count their places in the whole text; they go with its last piece. */
export function annotate(
  parts: readonly AnswerPart[],
  annotations: readonly Annotation[],
): readonly AnswerPart[] {
  const last = parts.findLastIndex(({ type }) => type === 'text');
  if (last === -1 || annotations.length === 0) return parts;
  return parts.map((part, index) =>
    index === last && part.type === 'text' ? { ...part, annotations } : part,
  );
}

function readSupport(
  support: Wire<GroundingSupport>,
  chunks: readonly Wire<GroundingChunk>[],
  texts: readonly string[],
): readonly Annotation[] {
  const places = findPlaces(asWire<Segment>(support.segment), texts);
  const indices: readonly unknown[] = Array.isArray(support.groundingChunkIndices)
    ? support.groundingChunkIndices
    : [];
  return indices.flatMap((index) => readChunk(chunks[Number(index)] ?? {}, places));
}

function readChunk(
  chunk: Wire<GroundingChunk>,
  places: Pick<Annotation, 'endIndex' | 'startIndex'> = {},
): Annotation[] {
  const web = asFields(chunk.web);
  const url = asText(web['uri']);
  const title = asText(web['title']);
  return url === undefined ? [] : [{ url, ...(title !== undefined && { title }), ...places }];
}

/** Segments count the bytes of one part; annotations count the characters of the whole text. */
function findPlaces(
  { endIndex, partIndex, startIndex }: Wire<Segment>,
  texts: readonly string[],
): Pick<Annotation, 'endIndex' | 'startIndex'> {
  if (typeof endIndex !== 'number') return {};
  const part = typeof partIndex === 'number' ? partIndex : 0;
  const bytes = Buffer.from(texts[part] ?? '');
  const before = texts.slice(0, part).join('').length;
  const place = (offset: number): number =>
    before + bytes.subarray(0, Math.max(0, offset)).toString('utf8').length;
  // A start of 0 is left out on the wire.
  const start = typeof startIndex === 'number' ? startIndex : 0;
  return { startIndex: place(start), endIndex: place(endIndex) };
}
