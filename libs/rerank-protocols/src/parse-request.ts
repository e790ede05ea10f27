import { AppError } from '@tollgate/errors';
import { explainIssue, type Fields, type FieldRules } from '@tollgate/model-kit';
import type { z } from 'zod';
import { measureRerank, type RerankWork } from './measure-rerank';
import { requestSchema } from './request-schema';

/** A rerank request that passed every check which needs no catalog. */
export interface RerankRequest extends RerankWork {
  readonly bodyText: string;
  readonly body: Fields;
  readonly requestedModel: string;
  readonly query: string;
  readonly documents: readonly string[];
  /** How many documents are returned; undefined: all of them. */
  readonly topN: number | undefined;
  readonly returnsDocuments: boolean;
  readonly documentTokensMax: number | undefined;
  /** Whether texts that are too long may be cut; undefined: as the provider does by default. */
  readonly truncates: boolean | undefined;
}

/** The most that Cohere takes; other providers refuse less themselves. */
const documentsMax = 10_000;

const rules: FieldRules = {
  codes: { model: 'invalid_model_id' },
  required: ['model', 'query', 'documents'],
};

/** Raises: missing_required_field, invalid_model_id, unsupported_param. */
export function parseRequest(bodyText: string, body: Fields): RerankRequest {
  const result = requestSchema.safeParse(body);
  if (!result.success) throw explainIssue(result.error.issues[0], dropEmpty(body), rules);
  const request = result.data;
  checkDocuments(body, request.documents.length);
  const { query } = request;
  const documents = request.documents.map((entry) =>
    typeof entry === 'string' ? entry : entry.text,
  );
  const documentTokensMax = request.max_tokens_per_doc ?? undefined;
  return {
    bodyText,
    body,
    requestedModel: request.model,
    query,
    documents,
    topN: readTopN(request, documents.length),
    returnsDocuments: request.return_documents === true,
    documentTokensMax,
    truncates: request.truncation ?? undefined,
    ...measureRerank({ query, documents, documentTokensMax }),
  };
}

function checkDocuments(body: Fields, count: number): void {
  if (count > documentsMax) {
    throw new AppError('unsupported_param', {
      message: `documents has ${count} entries, at most ${documentsMax} are allowed`,
      param: 'documents',
    });
  }
  if (body['rank_fields'] != null) {
    const message = 'rank_fields is not supported: send each document as one text';
    throw AppError.forParam('unsupported_param', 'rank_fields', message);
  }
}

type Limits = Pick<z.infer<typeof requestSchema>, 'top_k' | 'top_n'>;

/** Cohere and Jina call it top_n, Voyage top_k. */
function readTopN({ top_k: topK, top_n: topN }: Limits, documentCount: number): number | undefined {
  if (topN != null && topK != null && topN !== topK) {
    const message = `top_n (${topN}) and top_k (${topK}) mean the same: send one of them`;
    throw AppError.forParam('unsupported_param', 'top_k', message);
  }
  const given = topN ?? topK;
  return given == null ? undefined : Math.min(given, documentCount);
}

/** A query or list without anything in it is as good as none. */
function dropEmpty(body: Fields): Fields {
  const { documents, query } = body;
  return {
    ...body,
    ...(query === '' && { query: undefined }),
    ...(Array.isArray(documents) && documents.length === 0 && { documents: undefined }),
  };
}
