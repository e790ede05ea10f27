import type {
  CitationsDelta,
  CitationsWebSearchResultLocation,
  InputJSONDelta,
  Message,
  MessageDeltaUsage,
  RawContentBlockDeltaEvent,
  RawContentBlockStartEvent,
  RawContentBlockStopEvent,
  RawMessageDeltaEvent,
  RawMessageStartEvent,
  RawMessageStopEvent,
  RedactedThinkingBlock,
  SignatureDelta,
  TextBlock,
  TextDelta,
  ThinkingBlock,
  ThinkingDelta,
  ToolUseBlock,
  Usage,
} from '@anthropic-ai/sdk/resources/messages';
import type { AnswerFace } from '@tollgate/model-spec';

/** The field that carries the settled cost is named after the service. */
export const costField = 'tollgate_cost';

type CostFields = { readonly [Name in typeof costField]: number };

export type WireCitation = CitationsWebSearchResultLocation;

/** Of Anthropic's shapes those fields that any provider's answer can fill. */
export type WireText = Pick<TextBlock, 'type' | 'text'> & { readonly citations?: WireCitation[] };
export type WireToolUse = Pick<ToolUseBlock, 'type' | 'id' | 'name' | 'input'>;
export type WireBlock = WireText | ThinkingBlock | RedactedThinkingBlock | WireToolUse;

export type WireDelta =
  TextDelta | ThinkingDelta | SignatureDelta | InputJSONDelta | CitationsDelta;

type InputCounts =
  'input_tokens' | 'output_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens';

export type WireStartUsage = Pick<Usage, InputCounts | 'cache_creation'>;
export type WireUsage = WireStartUsage & CostFields;
export type WireDeltaUsage = Pick<MessageDeltaUsage, InputCounts> & CostFields;

type MessageFields = 'id' | 'type' | 'role' | 'model' | 'stop_reason' | 'stop_sequence';

export type WireMessage = Pick<Message, MessageFields> & { readonly content: WireBlock[] };

export type WireAnswer = WireMessage & { readonly usage: WireUsage };

export type WireEvent =
  | (Pick<RawMessageStartEvent, 'type'> & {
      readonly message: WireMessage & { readonly usage: WireStartUsage };
    })
  | { readonly type: 'ping' }
  | (Pick<RawContentBlockStartEvent, 'type' | 'index'> & { readonly content_block: WireBlock })
  | (Pick<RawContentBlockDeltaEvent, 'type' | 'index'> & { readonly delta: WireDelta })
  | RawContentBlockStopEvent
  | (Pick<RawMessageDeltaEvent, 'type'> & {
      readonly delta: Pick<RawMessageDeltaEvent.Delta, 'stop_reason' | 'stop_sequence'>;
      readonly usage: WireDeltaUsage;
    })
  | RawMessageStopEvent;

/** The id of a generation as this dialect shows it. */
export function formatMessageId({ ulid }: Pick<AnswerFace, 'ulid'>): string {
  return `msg_${ulid}`;
}
