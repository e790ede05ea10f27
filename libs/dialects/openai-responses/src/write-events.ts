import type { Block } from '@tollgate/model-kit';
import type { Annotation } from '@tollgate/model-spec';
import type { ItemStatus, WireEvent, WireItem } from './wire';
import {
  isCustomCall,
  readCustomInput,
  writeAnnotation,
  writeItem,
  writeText,
  type ToolFaces,
} from './write-items';

/** The one item that is open. */
export interface OpenItem {
  readonly block: Block;
  readonly id: string;
  readonly outputIndex: number;
  hasSummary: boolean;
  annotations: number;
}

/** The item itself, before anything of it came. */
export function openItem(item: OpenItem, faces: ToolFaces): readonly WireEvent[] {
  const { block, id, outputIndex } = item;
  const blank: Block =
    block.kind === 'image' || block.kind === 'redacted-reasoning' ? block : { ...block, text: '' };
  const wire = writeItem(blank, { id, status: 'in_progress', faces });
  const added: WireEvent = {
    type: 'response.output_item.added',
    output_index: outputIndex,
    item: blankItem(wire),
  };
  if (block.kind !== 'text' && block.kind !== 'refusal') return [added];
  const part = block.kind === 'text' ? writeText('') : ({ type: 'refusal', refusal: '' } as const);
  return [added, { type: 'response.content_part.added', ...placeOf(item), part }];
}

/** Parts and content have events of their own. */
function blankItem(item: WireItem): WireItem {
  switch (item.type) {
    case 'message':
      return { ...item, content: [] };
    case 'reasoning':
      return { id: item.id, type: item.type, summary: [], status: 'in_progress' };
    case 'custom_tool_call':
      return { ...item, input: '' };
    default:
      return item;
  }
}

export function addDelta(item: OpenItem, text: string, faces: ToolFaces): readonly WireEvent[] {
  const { block, id, outputIndex } = item;
  switch (block.kind) {
    case 'text':
      return [{ type: 'response.output_text.delta', ...placeOf(item), delta: text, logprobs: [] }];
    case 'refusal':
      return [{ type: 'response.refusal.delta', ...placeOf(item), delta: text }];
    case 'reasoning':
      return addThought(item, text);
    case 'tool-call':
      // Free text is known only when its JSON is complete.
      if (isCustomCall(block, faces)) return [];
      return [
        {
          type: 'response.function_call_arguments.delta',
          item_id: id,
          output_index: outputIndex,
          delta: text,
        },
      ];
    case 'image':
    case 'redacted-reasoning':
      return [];
  }
}

function addThought(item: OpenItem, text: string): readonly WireEvent[] {
  const place = summaryPlaceOf(item);
  const delta: WireEvent = {
    type: 'response.reasoning_summary_text.delta',
    ...place,
    delta: text,
  };
  if (item.hasSummary) return [delta];
  item.hasSummary = true;
  const part = { type: 'summary_text', text: '' } as const;
  return [{ type: 'response.reasoning_summary_part.added', ...place, part }, delta];
}

export function addAnnotation(item: OpenItem, annotation: Annotation): readonly WireEvent[] {
  return [
    {
      type: 'response.output_text.annotation.added',
      ...placeOf(item),
      annotation_index: item.annotations++,
      annotation: writeAnnotation(annotation),
    },
  ];
}

/** What ends the item, and the item itself as it stays. */
export function closeItem(
  item: OpenItem,
  status: ItemStatus,
  faces: ToolFaces,
): { readonly events: readonly WireEvent[]; readonly wire: WireItem } {
  const { block, id, outputIndex } = item;
  // Clients take a call only when it is complete.
  const shown = block.kind === 'tool-call' ? 'completed' : status;
  const wire = writeItem(block, { id, status: shown, faces });
  const done: WireEvent = {
    type: 'response.output_item.done',
    output_index: outputIndex,
    item: wire,
  };
  return { events: [...endContent(item, faces), done], wire };
}

function endContent(item: OpenItem, faces: ToolFaces): readonly WireEvent[] {
  const { block } = item;
  switch (block.kind) {
    case 'text': {
      const part = writeText(block.text, block.annotations);
      return [
        { type: 'response.output_text.done', ...placeOf(item), text: block.text, logprobs: [] },
        { type: 'response.content_part.done', ...placeOf(item), part },
      ];
    }
    case 'refusal': {
      const { text: refusal } = block;
      const part = { type: 'refusal', refusal } as const;
      return [
        { type: 'response.refusal.done', ...placeOf(item), refusal },
        { type: 'response.content_part.done', ...placeOf(item), part },
      ];
    }
    case 'reasoning':
      return item.hasSummary ? endThought(item) : [];
    case 'tool-call':
      return endCall(item, block, faces);
    case 'image':
    case 'redacted-reasoning':
      return [];
  }
}

function endThought(item: OpenItem): readonly WireEvent[] {
  const { text } = item.block;
  const place = summaryPlaceOf(item);
  const part = { type: 'summary_text', text } as const;
  return [
    { type: 'response.reasoning_summary_text.done', ...place, text },
    { type: 'response.reasoning_summary_part.done', ...place, part },
  ];
}

function endCall(
  { id, outputIndex }: OpenItem,
  block: Extract<Block, { kind: 'tool-call' }>,
  faces: ToolFaces,
): readonly WireEvent[] {
  const place = { item_id: id, output_index: outputIndex };
  if (isCustomCall(block, faces)) {
    const input = readCustomInput(block.text);
    return [
      { type: 'response.custom_tool_call_input.delta', ...place, delta: input },
      { type: 'response.custom_tool_call_input.done', ...place, input },
    ];
  }
  const name = faces.get(block.name)?.name ?? block.name;
  return [{ type: 'response.function_call_arguments.done', ...place, name, arguments: block.text }];
}

function placeOf({ id, outputIndex }: OpenItem): {
  item_id: string;
  output_index: number;
  content_index: number;
} {
  return { item_id: id, output_index: outputIndex, content_index: 0 };
}

function summaryPlaceOf({ id, outputIndex }: OpenItem): {
  item_id: string;
  output_index: number;
  summary_index: number;
} {
  return { item_id: id, output_index: outputIndex, summary_index: 0 };
}
