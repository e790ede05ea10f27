import type { TextRequest } from '@tollgate/model-spec';
import {
  asFieldList,
  asText,
  editElements,
  editJson,
  findMemberText,
  isFields,
  type Fields,
} from '@tollgate/model-kit';

type Edits = ReadonlyMap<string, string | undefined>;

const hidden: Edits = new Map([
  ['reasoning', undefined],
  ['reasoning_content', undefined],
  ['reasoning_details', undefined],
]);

/** The caller wants the model to think, and not to see it. */
export function hidesReasoning({ body }: TextRequest): boolean {
  const { reasoning } = body;
  return isFields(reasoning) && reasoning['exclude'] === true;
}

/** What must change in a message or delta of an upstream; undefined: nothing. */
export function findEdits(answer: Fields, isHiding: boolean): Edits | undefined {
  if (Array.isArray(answer['content'])) return editTyped(answer, isHiding);
  if (isHiding) return hasReasoning(answer) ? hidden : undefined;
  const { reasoning, reasoning_content: content } = answer;
  const isOwnName = typeof content !== 'string' || reasoning !== undefined;
  return isOwnName ? undefined : new Map([['reasoning', JSON.stringify(content)]]);
}

function hasReasoning(answer: Fields): boolean {
  return [...hidden.keys()].some((name) => answer[name] !== undefined);
}

/** Some upstreams answer with typed parts where Chat has a text. */
function editTyped(answer: Fields, isHiding: boolean): Edits {
  const parts = asFieldList(answer['content']);
  const text = parts.map((part) => asText(part['text']) ?? '').join('');
  const edits = new Map<string, string | undefined>(isHiding ? hidden : []);
  edits.set('content', JSON.stringify(text));
  const thought = parts.map(readThought).join('');
  if (thought !== '' && !isHiding && answer['reasoning'] === undefined) {
    edits.set('reasoning', JSON.stringify(thought));
  }
  return edits;
}

function readThought({ thinking }: Fields): string {
  if (typeof thinking === 'string') return thinking;
  return asFieldList(thinking)
    .map((piece) => asText(piece['text']) ?? '')
    .join('');
}

/** Applies edits to `message` or `delta` of choices; everything else keeps its bytes. */
export function editChoices(
  bodyText: string,
  member: 'delta' | 'message',
  edits: readonly (Edits | undefined)[],
): string {
  const choices = findMemberText(bodyText, 'choices') ?? '[]';
  return editElements(choices, (choice, index) => {
    const answer = findMemberText(choice, member);
    const changes = edits[index];
    if (changes === undefined || answer === undefined) return choice;
    return editJson(choice, new Map([[member, editJson(answer, changes)]]));
  });
}
