import { addCall, addText, parse, readError, readUsage, toObject } from './dialect';
import type { Dialect, Json, Piece, Turn, UserTurn } from './dialect';

export const responses: Dialect = {
  name: 'Responses',
  path: '/v1/responses',
  makeBody: ({ model, tools, turns }) => ({
    model,
    stream: true,
    store: false,
    input: turns.flatMap(makeItems),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((tool) => ({ type: 'function', strict: false, ...tool })) }),
  }),
  readPiece: (data) => {
    const event = parse(data);
    const { delta, error, response, type } = event;
    const text = type === 'response.output_text.delta' ? delta : undefined;
    return {
      ...readError(error),
      ...readUsage(toObject(response)['usage']),
      ...addText(text),
      ...readCall(event),
    };
  },
};

function makeItems(turn: Turn): readonly object[] {
  if (turn.role === 'tool') {
    return [{ type: 'function_call_output', call_id: turn.callId, output: turn.text }];
  }
  if (turn.role === 'user') return [{ role: 'user', content: makeContent(turn) }];
  const { calls = [], role, text } = turn;
  const said = text === '' ? [] : [{ role, content: [{ type: 'output_text', text }] }];
  const called = calls.map(({ id, ...call }) => ({ type: 'function_call', call_id: id, ...call }));
  return [...said, ...called];
}

function makeContent({ image, text }: UserTurn): readonly object[] {
  const images = image === undefined ? [] : [{ type: 'input_image', image_url: image }];
  return [{ type: 'input_text', text }, ...images];
}

function readCall({ delta, item, output_index: index, type }: Json): Piece {
  if (type === 'response.function_call_arguments.delta') {
    return addCall(index, { id: undefined, name: undefined, arguments: delta });
  }
  const { call_id: id, name, type: itemType } = toObject(item);
  if (type !== 'response.output_item.added' || itemType !== 'function_call') return {};
  return addCall(index, { id, name, arguments: undefined });
}
