import type {
  Response,
  ResponseCustomToolCall,
  ResponseFunctionToolCallItem,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseReasoningItem,
  ResponseStreamEvent,
  ResponseUsage,
} from 'openai/resources/responses/responses';

export type * from 'openai/resources/responses/responses';

export interface WireUsage extends ResponseUsage {
  readonly cost: number;
}

/** OpenAI's type leaves the status of free text calls out, its clients do not. */
export type WireItem =
  | ResponseOutputMessage
  | ResponseReasoningItem
  | ResponseFunctionToolCallItem
  | (ResponseCustomToolCall & { readonly id: string; readonly status: ItemStatus })
  | ResponseOutputItem.ImageGenerationCall;

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** `code` is always text: clients parse nothing else. */
export interface WireError {
  readonly code: string;
  readonly message: string;
  readonly type: string;
}

/** What changes while a response is made. */
export interface WireState {
  readonly status: NonNullable<Response['status']>;
  readonly completed_at: number | null;
  readonly error: WireError | null;
  /** The gateway's own code. */
  readonly error_code?: string | number;
  readonly incomplete_details: Response['incomplete_details'];
  readonly output: readonly WireItem[];
  readonly usage: WireUsage | null;
}

type WithoutNumber<Event> = Event extends { sequence_number: number }
  ? Omit<Event, 'sequence_number'>
  : never;

/** Events of a response's lifecycle are written as text; these are made as values. */
export type WireEvent = Exclude<WithoutNumber<ResponseStreamEvent>, { response: unknown }> & {
  /** Beyond OpenAI's type, for clients that look for it. */
  readonly name?: string;
};
