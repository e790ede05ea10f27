import type { Instructions } from '../instructions';
import { maskKey, type ErrorAnswer, type Protocol } from '../protocol';
import { spoilCount } from '../spoil-count';
import { countRankedTokens, countSearches, type Ranked } from './rank-documents';

export interface RankedCall {
  readonly id: string;
  readonly model: string;
  readonly query: string;
  readonly documents: readonly string[];
  readonly results: readonly Ranked[];
  readonly returnsDocuments: boolean;
  readonly usage: Instructions['usage'];
}

/** How one provider of rankings looks on the wire. */
export interface RerankWire {
  /** Fields that it takes; others are refused. */
  readonly fields: ReadonlySet<string>;
  readonly limitField: 'top_n' | 'top_k';
  /** Whether documents are returned without being asked for. */
  readonly returnsDocuments: boolean;
  refuseField(name: string): string;
  render(call: RankedCall): string;
  readonly errors: Protocol['errors'];
}

const commonFields = ['model', 'query', 'documents'];

export const cohereWire: RerankWire = {
  fields: new Set([...commonFields, 'top_n', 'max_tokens_per_doc', 'priority']),
  limitField: 'top_n',
  returnsDocuments: false,
  refuseField: (name) => `invalid request: unknown field: parameter '${name}' is not a valid field`,
  render: ({ documents, id, results, usage }) => {
    const units = spoilCount(countSearches(documents), usage);
    const billed = usage === 'none' ? '' : `,"billed_units":{"search_units":${units}}`;
    const ranked = JSON.stringify(results.map(renderResult));
    return `{"id":"${id}","results":${ranked},"meta":{"api_version":{"version":"2"}${billed}}}`;
  },
  errors: makeErrors((message) => ({ message })),
};

export const jinaWire: RerankWire = {
  fields: new Set([...commonFields, 'top_n', 'return_documents']),
  limitField: 'top_n',
  returnsDocuments: true,
  refuseField: (name) => `Extra inputs are not permitted: ${name}`,
  render: (call) => {
    const usage = renderTokens(
      call,
      (tokens) => `"total_tokens":${tokens},"prompt_tokens":${tokens}`,
    );
    const results = renderResults(call, (text) => ({ text }));
    return `{"model":${JSON.stringify(call.model)}${usage},"results":${results}}`;
  },
  errors: makeErrors((message) => ({ detail: message })),
};

export const voyageWire: RerankWire = {
  fields: new Set([...commonFields, 'top_k', 'return_documents', 'truncation']),
  limitField: 'top_k',
  returnsDocuments: false,
  refuseField: (name) => `Argument '${name}' is not supported by our API.`,
  render: (call) => {
    const usage = renderTokens(call, (tokens) => `"total_tokens":${tokens}`);
    const model = JSON.stringify(call.model);
    const data = renderResults(call, (text) => text);
    return `{"object":"list","data":${data},"model":${model}${usage}}`;
  },
  errors: makeErrors((message) => ({ detail: message })),
};

function renderResult({ index, score }: Ranked): Record<string, unknown> {
  return { index, relevance_score: score };
}

function renderResults(
  { documents, results, returnsDocuments }: RankedCall,
  renderDocument: (text: string) => unknown,
): string {
  return JSON.stringify(
    results.map((ranked) => {
      const document = renderDocument(documents[ranked.index] ?? '');
      return { ...renderResult(ranked), ...(returnsDocuments && { document }) };
    }),
  );
}

function renderTokens(
  { documents, query, usage }: RankedCall,
  render: (tokens: string) => string,
): string {
  if (usage === 'none') return '';
  return `,"usage":{${render(spoilCount(countRankedTokens(query, documents), usage))}}`;
}

/** Errors of providers whose bodies are not those of OpenAI. */
function makeErrors(write: (message: string) => object): Protocol['errors'] {
  const render = (status: number, message: string, headers = {}): ErrorAnswer => ({
    status,
    headers,
    body: JSON.stringify(write(message)),
  });
  return {
    wrongKey: (key) => render(401, `Provided API key is invalid: ${maskKey(key)}`),
    missingKey: () => render(401, 'No API key supplied'),
    badRequest: (message) => render(400, message),
    tooLarge: () => render(413, 'Request body too large.'),
    scripted: ({ code, retryAfterSeconds, status }) =>
      render(
        status,
        code === undefined ? 'The request was refused.' : `Refused: ${code}.`,
        status === 429 ? { 'retry-after': String(retryAfterSeconds) } : {},
      ),
  };
}
