import { formatGenerationId } from '@tollgate/ids';
import type { Dialect } from '@tollgate/model-spec';
import {
  asFieldList,
  asFields,
  editElements,
  editJson,
  findMemberText,
  maskKeys,
  normalizeArguments,
  type Fields,
} from '@tollgate/provider-kit';
import { correctEnd } from './correct-end';
import { editChoices, findEdits, hidesReasoning } from './edit-answer';
import { renderUsage } from './render-usage';

/** Only answers with one of these, or with an unusual end, may need more than the usual edits. */
const mayNeedEdits = /"reasoning(?!_tokens")|"content"\s*:\s*\[|"tool_calls"\s*:/;
const failedEnd = /"finish_reason"\s*:\s*"error"/;
const unusualEnd = /"finish_reason"\s*:\s*"(?!(?:stop|length|content_filter|error)")/;

/** An upstream's Chat answer as the client sees it: id, model and usage are ours. */
export const passResponse: Dialect['passResponse'] = (given, { face, request }, settled) => {
  // A provider may say in its failure whose key it did not like.
  const bodyText = failedEnd.test(given) ? maskKeys(given) : given;
  const edits = new Map<string, string | undefined>([
    ['id', JSON.stringify(formatGenerationId(face.ulid))],
    ['model', JSON.stringify(face.model)],
    ['usage', JSON.stringify(renderUsage(settled))],
    ['provider', undefined],
  ]);
  const isUnusual = mayNeedEdits.test(bodyText) || unusualEnd.test(bodyText);
  const choices = isUnusual ? editAnswers(bodyText, hidesReasoning(request)) : undefined;
  if (choices !== undefined) edits.set('choices', choices);
  return editJson(bodyText, edits);
};

/** Undefined: they stay as they came. */
function editAnswers(bodyText: string, isHiding: boolean): string | undefined {
  const choices = asFieldList(JSON.parse(findMemberText(bodyText, 'choices') ?? '[]'));
  const messages = choices.map(({ message }) => findMessageEdits(asFields(message), isHiding));
  const ends = choices.map((choice) => correctEnd(choice, readCalls(choice).length > 0));
  if ([...messages, ...ends].every((edit) => edit === undefined)) return undefined;
  return editElements(editChoices(bodyText, 'message', messages), (choice, index) => {
    const end = ends[index];
    return end === undefined ? choice : editJson(choice, end);
  });
}

function findMessageEdits(message: Fields, isHiding: boolean): ReturnType<typeof findEdits> {
  const edits = findEdits(message, isHiding);
  const calls = asFieldList(message['tool_calls']);
  if (calls.every(hasArguments)) return edits;
  return new Map(edits).set('tool_calls', JSON.stringify(calls.map(completeCall)));
}

function readCalls({ message }: Fields): readonly Fields[] {
  return asFieldList(asFields(message)['tool_calls']);
}

function hasArguments({ function: called }: Fields): boolean {
  if (called === undefined) return true;
  const { arguments: text } = asFields(called);
  return typeof text === 'string' && text.trim() !== '';
}

/** Clients parse arguments as they come: without any, they are those of nothing. */
function completeCall(call: Fields): Fields {
  if (hasArguments(call)) return call;
  const called = asFields(call['function']);
  return {
    ...call,
    function: { ...called, arguments: normalizeArguments(called['arguments']) },
  };
}
