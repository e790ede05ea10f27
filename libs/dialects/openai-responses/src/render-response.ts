import type { AnswerPart, Dialect, NeutralAnswer } from '@tollgate/model-spec';
import { asFields, normalizeArguments, type Fields } from '@tollgate/model-kit';
import { readToolFaces } from './read-tools';
import { renderUsage } from './render-usage';
import type { WireItem } from './wire';
import { makeItemId, makeSignatureBlock, toBlock, writeItem, type ToolFaces } from './write-items';
import { readEnd, ResponseWriter } from './write-response';

/** A translated answer as a response. */
export const renderResponse: Dialect['renderResponse'] = (answer, input, settled) => {
  const end = readEnd(answer.finishReason);
  const output = renderOutput(answer, input.request.body);
  return new ResponseWriter(input).write({
    ...end,
    completed_at: end.status === 'completed' ? Math.floor(Date.now() / 1_000) : null,
    error: null,
    output,
    usage: renderUsage(settled),
  });
};

/** The caller wants the model to think, and not to see it. */
export function hidesReasoning(body: Fields): boolean {
  return asFields(body['reasoning'])['exclude'] === true;
}

function renderOutput({ finishReason, parts }: NeutralAnswer, body: Fields): readonly WireItem[] {
  const faces = readToolFaces(body);
  const isHiding = hidesReasoning(body);
  const shown = isHiding ? parts.filter(({ type }) => type !== 'reasoning') : parts;
  const { status } = readEnd(finishReason);
  return shown.flatMap((part, index) => {
    const isLast = index === shown.length - 1;
    return renderPart(part, { index, faces, status: isLast ? status : 'completed' });
  });
}

function renderPart(
  part: AnswerPart,
  options: { index: number; faces: ToolFaces; status: 'completed' | 'incomplete' },
): readonly WireItem[] {
  const { faces, index } = options;
  const block = toBlock(part, index);
  if (block.kind !== 'tool-call') {
    const ownId = block.kind === 'reasoning' ? block.id : undefined;
    return [writeItem(block, { ...options, id: ownId ?? makeItemId(block, faces) })];
  }
  block.text = normalizeArguments(block.text);
  // Clients take a call only when it is complete.
  const call = { faces, status: 'completed', id: makeItemId(block, faces) } as const;
  const signature = makeSignatureBlock(block);
  if (signature === undefined) return [writeItem(block, call)];
  const id = makeItemId(signature, faces);
  return [writeItem(signature, { ...call, id }), writeItem(block, call)];
}
