import {
  countPromptTokens,
  type ReportedExtras,
  type SseEvent,
  type StreamPart,
  type StreamReader,
} from '@tollgate/model-spec';
import { asText, asWire, parseEvent, type Wire } from '@tollgate/model-kit';
import { mapStreamError } from './map-error';
import { mapUsage } from './map-usage';
import { readCode } from './read-code';
import {
  readCall,
  readCandidate,
  readEnding,
  readImage,
  readParts,
  type Ending,
} from './read-content';
import { readGrounding } from './read-grounding';
import type { GenerateContentResponse, Part } from './wire';

const nothing: readonly StreamPart[] = [];
const format = 'google';

/** `search`: Google Search is on, and how it is counted; undefined: it is off. */
export function createStreamReader(search?: { readonly isBilledByQuery: boolean }): StreamReader {
  return new ContentReader(search);
}

/** Text beyond this is not searched for the places of citations. */
const placedCharactersMax = 1_000_000;

class ContentReader implements StreamReader {
  #calls = 0;
  #hasPromptTokens = false;
  /** Some models send a finish reason in every chunk: only the last one counts. */
  #ending: Ending | undefined;
  #usage: unknown;
  readonly #search: { readonly isBilledByQuery: boolean } | undefined;
  /** Kept only while Google Search is on: its citations count places in the whole text. */
  #text = '';
  /** How many were sent: later chunks repeat the list with more of them. */
  #citations = 0;
  #extras: ReportedExtras | undefined;

  constructor(search: { readonly isBilledByQuery: boolean } | undefined) {
    this.#search = search;
  }

  push(event: SseEvent): readonly StreamPart[] {
    const data = parseEvent(event.data);
    if (data['error'] !== undefined) {
      return [{ type: 'error', failure: mapStreamError(data['error']) }];
    }
    const chunk = asWire<GenerateContentResponse>(data);
    const parts: StreamPart[] = [...this.#readPromptTokens(chunk.usageMetadata)];
    for (const part of readParts(readCandidate(chunk))) parts.push(...this.#readPart(part));
    const ending = readEnding(chunk, this.#calls > 0);
    if (ending !== undefined) {
      this.#ending = ending;
      this.#usage = chunk.usageMetadata ?? this.#usage;
    }
    return this.#search === undefined ? parts : this.#cite(chunk, parts, this.#search);
  }

  /** The close is the only sign that nothing more comes. */
  end(): readonly StreamPart[] {
    const ending = this.#ending;
    const raw = this.#usage;
    this.#ending = undefined;
    if (ending === undefined) return nothing;
    const finish: StreamPart = { type: 'finish', ...ending };
    if (raw === undefined || raw === null) return [finish];
    const extras = this.#extras;
    return [finish, { type: 'usage', usage: mapUsage(raw), raw, ...(extras && { extras }) }];
  }

  /** The parts with the sources that no earlier chunk has named, behind the text they belong to. */
  #cite(
    chunk: Wire<GenerateContentResponse>,
    parts: readonly StreamPart[],
    { isBilledByQuery }: { readonly isBilledByQuery: boolean },
  ): readonly StreamPart[] {
    for (const part of parts) {
      if (part.type === 'text-delta' && this.#text.length < placedCharactersMax)
        this.#text += part.text;
    }
    const grounding = readGrounding(readCandidate(chunk), [this.#text], isBilledByQuery);
    if (grounding === undefined) return parts;
    this.#extras = grounding.extras;
    const added = grounding.annotations.slice(this.#citations);
    this.#citations += added.length;
    const cited = added.map((annotation) => ({ type: 'annotation', annotation }) as const);
    const end = parts.findIndex(({ type }) => type === 'reasoning-end');
    return end === -1 ? [...parts, ...cited] : parts.toSpliced(end, 0, ...cited);
  }

  #readPromptTokens(usage: unknown): readonly StreamPart[] {
    if (this.#hasPromptTokens || usage === undefined) return nothing;
    const reading = mapUsage(usage);
    if (reading.kind !== 'usage') return nothing;
    this.#hasPromptTokens = true;
    return [{ type: 'prompt-tokens', promptTokens: countPromptTokens(reading.usage) }];
  }

  #readPart(part: Wire<Part>): readonly StreamPart[] {
    const call = readCall(part);
    if (call !== undefined) {
      const { arguments: json, type: _type, ...start } = call;
      const index = this.#calls++;
      return [
        { type: 'tool-call-start', index, ...start },
        { type: 'tool-call-delta', index, arguments: json },
        { type: 'tool-call-end', index },
      ];
    }
    const image = readImage(part);
    if (image !== undefined) return [{ type: 'image', url: image.url }];
    return readText(part);
  }
}

/** A signature may come with reasoning, with text, or alone at the end. */
function readText(part: Wire<Part>): readonly StreamPart[] {
  const text = asText(part.text) ?? readCode(part) ?? '';
  const signature = asText(part.thoughtSignature);
  const parts: StreamPart[] = [];
  if (text !== '') {
    parts.push(
      part.thought === true
        ? { type: 'reasoning-delta', text, format }
        : { type: 'text-delta', text },
    );
  }
  if (signature !== undefined) parts.push({ type: 'reasoning-end', format, signature });
  return parts;
}
