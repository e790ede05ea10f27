import { formatGenerationId } from '@tollgate/ids';
import type { AnswerFace, Dialect } from '@tollgate/model-spec';
import {
  asFieldList,
  asFields,
  editElements,
  editJson,
  findMemberText,
  maskKeys,
  type Fields,
} from '@tollgate/model-kit';
import { completeCalls } from './complete-calls';
import { correctEnd } from './correct-end';
import { editChoices, findEdits, hidesReasoning } from './edit-answer';
import { renderUsage } from './render-usage';

/** Only answers with one of these, or with an unusual end, may need more than the usual edits. */
const mayNeedEdits = /"reasoning(?!_tokens")|"content"\s*:\s*\[|"tool_calls"\s*:/;
const ownRole = /"role"\s*:\s*"assistant"/;
const ownObject = /"object"\s*:\s*"chat.completion"/;
const ownTime = /"created"\s*:\s*\d/;
const failedEnd = /"finish_reason"\s*:\s*"error"/;
const unusualEnd = /"finish_reason"\s*:\s*"(?!(?:stop|length|content_filter|error)")/;

/** An upstream's Chat answer as the client sees it: id, model and usage are ours. */
export const passResponse: Dialect['passResponse'] = (given, { face, request }, settled) => {
  // A provider's error text may contain the provider key.
  const bodyText = failedEnd.test(given) ? maskKeys(given) : given;
  const edits = new Map<string, string | undefined>([
    ['id', JSON.stringify(formatGenerationId(face.ulid))],
    ['model', JSON.stringify(face.model)],
    ['usage', JSON.stringify(renderUsage(settled))],
    ['provider', undefined],
  ]);
  completeTop(edits, bodyText, face);
  const isUnusual =
    mayNeedEdits.test(bodyText) || unusualEnd.test(bodyText) || !ownRole.test(bodyText);
  const choices = isUnusual ? editAnswers(bodyText, hidesReasoning(request)) : undefined;
  if (choices !== undefined) edits.set('choices', choices);
  return editJson(bodyText, edits);
};

/** `object` and `created` are required, and some providers leave them out. */
function completeTop(
  edits: Map<string, string | undefined>,
  bodyText: string,
  { createdAtSeconds }: AnswerFace,
): void {
  if (!ownObject.test(bodyText)) edits.set('object', '"chat.completion"');
  if (!ownTime.test(bodyText)) edits.set('created', String(createdAtSeconds));
}

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
  const calls = completeCalls(message);
  const isRoleMissing = typeof message['role'] !== 'string';
  if (calls === undefined && !isRoleMissing) return edits;
  const all = new Map(edits);
  if (calls !== undefined) all.set('tool_calls', JSON.stringify(calls));
  return isRoleMissing ? all.set('role', '"assistant"') : all;
}

function readCalls({ message }: Fields): readonly Fields[] {
  return asFieldList(asFields(message)['tool_calls']);
}
