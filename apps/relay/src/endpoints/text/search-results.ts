import type {
  Annotation,
  NeutralAnswer,
  NeutralMessage,
  NeutralRequest,
  UserMessage,
} from '@tollgate/model-spec';
import type { SearchPrompt } from '@tollgate/web-search';
import type { CandidateSearch } from '../../domain/web-search';

/** The text of the last user message; empty when there is none. */
export function readSearchText({ messages }: NeutralRequest): string {
  const message = messages.findLast(isUser);
  const texts = (message?.parts ?? []).flatMap((part) => (part.type === 'text' ? part.text : []));
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

/** The request with a search of the provider, or with the results of the gateway's own. */
export function addSearch(
  request: NeutralRequest,
  search: CandidateSearch | undefined,
  found: SearchPrompt | undefined,
): NeutralRequest {
  if (search?.kind === 'native') return { ...request, webSearch: { usesMax: search.usesMax } };
  if (found === undefined) return request;
  const last = request.messages.findLastIndex(isUser);
  const messages = request.messages.map((message, index) =>
    index === last && isUser(message) ? addText(message, found.text) : message,
  );
  return { ...request, messages };
}

/** In front of the question, where models expect what it is about. */
function addText(message: UserMessage, text: string): UserMessage {
  return { ...message, parts: [{ type: 'text', text }, ...message.parts] };
}

function isUser(message: NeutralMessage): message is UserMessage {
  return message.role === 'user';
}

/** Every page that the model was given; which of them it used is not known. */
export function listCitations({ pages }: SearchPrompt): readonly Annotation[] {
  return pages.map(({ title, url }) => ({ url, ...(title !== '' && { title }) }));
}

/** The citations go with the last piece of text; an answer without text has none. */
export function addCitations(
  answer: NeutralAnswer,
  citations: readonly Annotation[],
): NeutralAnswer {
  if (citations.length === 0) return answer;
  const last = answer.parts.findLastIndex(({ type }) => type === 'text');
  const parts = answer.parts.map((part, index) =>
    index === last && part.type === 'text'
      ? { ...part, annotations: [...(part.annotations ?? []), ...citations] }
      : part,
  );
  return { ...answer, parts };
}
