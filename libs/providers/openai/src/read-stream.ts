import {
  BadUpstreamEventError,
  type AnswerReader,
  type SseEvent,
  type StreamPart,
  type StreamReader,
} from '@tollgate/model-spec';
import {
  asFieldList,
  asText,
  isFields,
  parseEvent,
  readReasoningDetail,
  reportExtras,
  type Fields,
} from '@tollgate/model-kit';
import { mapStreamError } from './map-error';
import { mapStopReason } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { countSearches, readNativeFinishReason } from './read-answer';
import { CallReader } from './read-calls';
import {
  readAnnotations,
  readContent,
  readImageUrls,
  readReasoningText,
  readSources,
} from './read-content';
import { readChoices, type WireChoice } from './wire';

const doneData = '[DONE]';

export const createStreamReader: AnswerReader['createStreamReader'] = () => new ChatStreamReader();

class ChatStreamReader implements StreamReader {
  readonly #calls = new CallReader();
  #usage: unknown;
  #serviceTier: unknown;
  #hasFinished = false;
  #hasSources = false;
  /** Repeated in every chunk while it grows: the last list is sent at the end. */
  #sources: Fields | undefined;

  push(event: SseEvent): readonly StreamPart[] {
    if (event.data === doneData) return [...this.#takeUsage(), { type: 'end' }];
    const chunk = parseEvent(event.data);
    // Some repeat it while it grows: only the last one is final.
    if (isFields(chunk['usage'])) this.#usage = chunk['usage'];
    this.#serviceTier = chunk['service_tier'] ?? this.#serviceTier;
    if (chunk['search_results'] != null || chunk['citations'] != null) this.#sources = chunk;
    if (chunk['choices'] != null && !Array.isArray(chunk['choices'])) {
      throw new BadUpstreamEventError('the upstream sent choices that are not a list');
    }
    const [choice] = readChoices(chunk);
    if (choice !== undefined) return this.#pushChoice(choice);
    return chunk['error'] == null ? [] : [makeError(chunk['error'])];
  }

  end(): readonly StreamPart[] {
    return this.#takeUsage();
  }

  #pushChoice(choice: WireChoice): readonly StreamPart[] {
    const parts = choice.delta == null ? [] : this.#pushDelta(choice.delta);
    if (choice.error != null) return [...parts, makeError(choice.error)];
    if (typeof choice.finish_reason !== 'string' || this.#hasFinished) return parts;
    if (choice.finish_reason === 'error') return [...parts, makeError(undefined)];
    this.#hasFinished = true;
    return [...parts, ...this.#calls.end(), ...this.#citeSources(), this.#makeFinish(choice)];
  }

  #citeSources(): StreamPart[] {
    const sources = this.#sources === undefined ? [] : readSources(this.#sources);
    this.#hasSources ||= sources.length > 0;
    return sources.map((annotation) => ({ type: 'annotation', annotation }));
  }

  #makeFinish(choice: WireChoice): StreamPart {
    const word = mapStopReason(choice.finish_reason) ?? 'stop';
    return {
      type: 'finish',
      // The client must act on a tool call, whatever the upstream's finish reason.
      finishReason: word === 'stop' && this.#calls.hasCalls ? 'tool_calls' : word,
      nativeFinishReason: readNativeFinishReason(choice),
    };
  }

  #pushDelta(delta: Fields): StreamPart[] {
    const parts = this.#readThoughts(delta);
    for (const { kind, text } of readContent(delta['content'])) {
      if (kind === 'reasoning') parts.push({ type: 'reasoning-delta', text, format: 'unknown' });
      else parts.push({ type: `${kind}-delta`, text });
    }
    const refusal = asText(delta['refusal']);
    if (refusal) parts.push({ type: 'refusal-delta', text: refusal });
    if (delta['annotations'] !== undefined) {
      for (const annotation of readAnnotations(delta['annotations'])) {
        this.#hasSources = true;
        parts.push({ type: 'annotation', annotation });
      }
    }
    if (delta['images'] !== undefined) {
      for (const url of readImageUrls(delta['images'])) parts.push({ type: 'image', url });
    }
    if (delta['tool_calls'] == null && delta['function_call'] == null) return parts;
    return [...parts, ...this.#calls.push(delta)];
  }

  /** Details contain more than the plain text, which only repeats them. */
  #readThoughts(delta: Fields): StreamPart[] {
    const details = asFieldList(delta['reasoning_details']).flatMap((fields) =>
      this.#readDetail(fields),
    );
    const text = readReasoningText(delta);
    if (text === '' || details.some((part) => part.type === 'reasoning-delta')) return details;
    return [{ type: 'reasoning-delta', text, format: 'unknown' }, ...details];
  }

  #readDetail(fields: Fields): StreamPart[] {
    const { format, id, isEncrypted, signature, text } = readReasoningDetail(fields);
    const parts: StreamPart[] = text === '' ? [] : [{ type: 'reasoning-delta', text, format }];
    if (!signature) return parts;
    if (isEncrypted && format === 'google' && id !== undefined) {
      this.#calls.sign(id, signature);
      return parts;
    }
    if (isEncrypted && (format === 'anthropic' || format === 'unknown')) {
      return [...parts, { type: 'redacted-reasoning', format, data: signature }];
    }
    const named = id === undefined ? {} : { id };
    return [...parts, { type: 'reasoning-end', format, signature, ...named }];
  }

  #takeUsage(): StreamPart[] {
    const raw = this.#usage;
    this.#usage = undefined;
    if (raw === undefined) return [];
    const told = { usage: raw, service_tier: this.#serviceTier };
    const extras = reportExtras(countSearches(told, this.#hasSources));
    return [{ type: 'usage', usage: mapUsage(raw), raw, extras }];
  }
}

function makeError(error: unknown): StreamPart {
  return { type: 'error', failure: mapStreamError(error) };
}
