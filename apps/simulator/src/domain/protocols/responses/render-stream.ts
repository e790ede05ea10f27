import type { Answer } from '../../answer';
import { asRecords, type Fields } from '../../fields';
import { planStream } from '../../plan-stream';
import type { StreamPlan } from '../../protocol';
import { listItems, type OutputItem } from './list-items';
import { getFinalState, renderResponse, type ResponseState } from './render-answer';

/** Numbers its events without gaps. */
class Writer {
  #sequence = 0;

  send(type: string, fields: Fields): string {
    return this.#frame(type, JSON.stringify(fields).slice(1, -1));
  }

  /** The answer's own JSON may hold what JavaScript cannot represent: it is passed as text. */
  sendResponse(answer: Answer, state: ResponseState, type = `response.${state}`): string {
    return this.#frame(type, `"response":${renderResponse(answer, state)}`);
  }

  #frame(type: string, members: string): string {
    const number = this.#sequence++;
    return `event: ${type}\ndata: {"type":"${type}",${members},"sequence_number":${number}}\n\n`;
  }
}

export function renderStream(answer: Answer): StreamPlan {
  const writer = new Writer();
  const opening = [
    writer.sendResponse(answer, 'in_progress', 'response.created'),
    writer.sendResponse(answer, 'in_progress'),
  ];
  const contents = listItems(answer).flatMap((item, index) => renderItem(writer, item, index));
  const closing = [writer.sendResponse(answer, getFinalState(answer))];
  const error = writer.sendResponse(answer, 'failed');
  return planStream(answer, { opening, contents, closing, error });
}

/** One event for each piece; what opens an item comes with its first, what closes it last. */
function renderItem(writer: Writer, output: OutputItem, output_index: number): string[] {
  if (output.kind === 'search') return renderSearch(writer, output, output_index);
  const { item, kind, pieces } = output;
  const place = { item_id: item['id'], output_index };
  const names = describe(output);
  const open = { ...item, ...names.empty, status: 'in_progress' };
  let start = writer.send('response.output_item.added', { output_index, item: open });
  if (names.partAdded !== undefined) {
    start += writer.send(names.partAdded, { ...place, ...names.index, part: names.emptyPart });
  }
  const events = pieces.map((delta) =>
    writer.send(names.delta, {
      ...place,
      ...names.index,
      delta,
      ...(kind === 'message' ? { logprobs: [] } : {}),
    }),
  );
  let end = '';
  for (const [annotation_index, annotation] of (names.annotations ?? []).entries()) {
    const fields = { ...place, ...names.index, annotation_index, annotation };
    end += writer.send('response.output_text.annotation.added', fields);
  }
  end += writer.send(names.done, { ...place, ...names.index, ...names.whole });
  if (names.partDone !== undefined) {
    end += writer.send(names.partDone, { ...place, ...names.index, part: names.part });
  }
  end += writer.send('response.output_item.done', { output_index, item });
  return [start + (events[0] ?? ''), ...events.slice(1), end];
}

/** A search has no pieces: it only begins and ends. */
function renderSearch(writer: Writer, { item }: OutputItem, output_index: number): string[] {
  const place = { item_id: item['id'], output_index };
  const { action: _unknown, ...open } = { ...item, status: 'in_progress' } as Fields;
  const prefix = 'response.web_search_call';
  return [
    writer.send('response.output_item.added', { output_index, item: open }) +
      writer.send(`${prefix}.in_progress`, place) +
      writer.send(`${prefix}.searching`, place),
    writer.send(`${prefix}.completed`, place) +
      writer.send('response.output_item.done', { output_index, item }),
  ];
}

interface ItemNames {
  readonly empty: Fields;
  readonly index: Fields;
  readonly delta: string;
  readonly done: string;
  readonly whole: Fields;
  readonly partAdded?: string;
  readonly partDone?: string;
  readonly emptyPart?: unknown;
  readonly part?: unknown;
  readonly annotations?: readonly unknown[];
}

function describe({ item, kind, pieces }: OutputItem): ItemNames {
  const text = pieces.join('');
  if (kind === 'call') {
    const delta = 'response.function_call_arguments.delta';
    const whole = { name: item['name'], arguments: text };
    return {
      empty: { arguments: '' },
      index: {},
      delta,
      done: delta.replace('delta', 'done'),
      whole,
    };
  }
  if (kind === 'reasoning') {
    const prefix = 'response.reasoning_summary';
    return {
      empty: { summary: [] },
      index: { summary_index: 0 },
      delta: `${prefix}_text.delta`,
      done: `${prefix}_text.done`,
      whole: { text },
      partAdded: `${prefix}_part.added`,
      partDone: `${prefix}_part.done`,
      emptyPart: { type: 'summary_text', text: '' },
      part: { type: 'summary_text', text },
    };
  }
  const [part] = item['content'] as readonly Fields[];
  const isRefusal = part?.['type'] === 'refusal';
  const name = isRefusal ? 'response.refusal' : 'response.output_text';
  return {
    empty: { content: [] },
    index: { content_index: 0 },
    delta: `${name}.delta`,
    done: `${name}.done`,
    whole: isRefusal ? { refusal: text } : { text, logprobs: [] },
    partAdded: 'response.content_part.added',
    partDone: 'response.content_part.done',
    emptyPart: isRefusal
      ? { type: 'refusal', refusal: '' }
      : { ...part, text: '', annotations: [] },
    part,
    annotations: asRecords(part?.['annotations']),
  };
}
