import type { AppError } from '@tollgate/errors';
import { formatData } from '@tollgate/model-kit';
import type {
  AnswerFace,
  FinishReason,
  SettledUsage,
  StreamPart,
  StreamRenderer,
} from '@tollgate/model-spec';
import type { CompletionsRequest } from './parse-request';
import { doneFrame, renderFailure } from './render-error';
import { readEcho } from './render-response';
import { renderUsage } from './render-usage';
import { writeCompletion } from './wire';

/** Makes completion chunks of a streamed conversation; reasoning has no place in them. */
export class CompletionsRenderer implements StreamRenderer {
  readonly #face: AnswerFace;
  /** Repeated before the first text; undefined: it was sent. */
  #echo: string | undefined;
  #finishReason: FinishReason = 'stop';
  #nativeFinishReason: string | undefined;

  constructor(input: { readonly face: AnswerFace; readonly request: CompletionsRequest }) {
    this.#face = input.face;
    this.#echo = readEcho(input.request);
  }

  push(part: StreamPart): string {
    switch (part.type) {
      case 'text-delta':
      case 'refusal-delta':
        return part.text === '' ? '' : this.#frame(this.#takeEcho() + part.text);
      case 'finish':
        this.#finishReason = part.finishReason;
        this.#nativeFinishReason = part.nativeFinishReason;
        return '';
      default:
        return '';
    }
  }

  finish(settled: SettledUsage): string {
    const end = {
      finish_reason: this.#finishReason,
      native_finish_reason: this.#nativeFinishReason ?? null,
    };
    const chunk = { ...writeCompletion(this.#face, '', end), usage: renderUsage(settled) };
    const echo = this.#takeEcho();
    const first = echo === '' ? '' : this.#frame(echo);
    return first + formatData(JSON.stringify(chunk)) + doneFrame;
  }

  fail(error: AppError): string {
    return renderFailure(error, this.#face);
  }

  #frame(text: string): string {
    return formatData(JSON.stringify(writeCompletion(this.#face, text)));
  }

  #takeEcho(): string {
    const echo = this.#echo ?? '';
    this.#echo = undefined;
    return echo;
  }
}
