import type { FinishReason } from '@tollgate/model-spec';
import type { Fields } from '@tollgate/model-kit';
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionMessage,
  ChatCompletionMessageFunctionToolCall,
} from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';

/** Chat's shapes as OpenAI has them, with the fields that gateways add. */
export interface WireImage {
  readonly type: 'image_url';
  readonly image_url: { readonly url: string };
  readonly index: number;
}

interface AddedFields {
  readonly reasoning?: string;
  readonly reasoning_details?: readonly Fields[];
  readonly images?: readonly WireImage[];
}

export type WireAnnotation = ChatCompletionMessage.Annotation;
export type WireToolCall = ChatCompletionMessageFunctionToolCall;
export type WireUsage = CompletionUsage & { readonly cost: number };

export interface WireMessage extends ChatCompletionMessage, AddedFields {
  tool_calls?: WireToolCall[];
}

type Finish = {
  readonly finish_reason: FinishReason;
  readonly native_finish_reason: string | null;
};

export type WireAnswer = Omit<ChatCompletion, 'choices' | 'usage'> & {
  readonly choices: readonly (Omit<ChatCompletion.Choice, 'message' | 'finish_reason'> &
    Finish & { readonly message: WireMessage })[];
  readonly usage: WireUsage;
};

export type WireDelta = Omit<ChatCompletionChunk.Choice.Delta, 'function_call'> &
  AddedFields & { readonly annotations?: readonly WireAnnotation[] };

/** The chunk with the finish reason; that of the last choice has the usage. */
export type WireFinalChunk = Omit<ChatCompletionChunk, 'choices' | 'usage'> & {
  readonly choices: readonly (Pick<ChatCompletionChunk.Choice, 'index' | 'delta'> & Finish)[];
  readonly usage?: WireUsage;
};
