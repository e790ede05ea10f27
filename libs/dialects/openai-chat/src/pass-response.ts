import { formatGenerationId } from '@tollgate/ids';
import type { Dialect } from '@tollgate/model-spec';
import { asFieldList, asFields, editJson, findMemberText } from '@tollgate/provider-kit';
import { editChoices, findEdits, hidesReasoning } from './edit-answer';
import { renderUsage } from './render-usage';

/** Only answers with one of these may need more than the usual edits. */
const mayNeedEdits = /"reasoning|"content"\s*:\s*\[/;

/** An upstream's Chat answer as the client sees it: id, model and usage are ours. */
export const passResponse: Dialect['passResponse'] = (bodyText, { face, request }, settled) => {
  const edits = new Map<string, string | undefined>([
    ['id', JSON.stringify(formatGenerationId(face.ulid))],
    ['model', JSON.stringify(face.model)],
    ['usage', JSON.stringify(renderUsage(settled))],
    ['provider', undefined],
  ]);
  const choices = mayNeedEdits.test(bodyText)
    ? editMessages(bodyText, hidesReasoning(request))
    : undefined;
  if (choices !== undefined) edits.set('choices', choices);
  return editJson(bodyText, edits);
};

function editMessages(bodyText: string, isHiding: boolean): string | undefined {
  const choices: unknown = JSON.parse(findMemberText(bodyText, 'choices') ?? '[]');
  const edits = asFieldList(choices).map(({ message }) => findEdits(asFields(message), isHiding));
  return edits.every((edit) => edit === undefined)
    ? undefined
    : editChoices(bodyText, 'message', edits);
}
