import type { Dialect, DialectName, TextRequest } from '@tollgate/model-spec';
import { asFields, editJson } from '@tollgate/model-kit';
import type { CatalogModel } from '../../catalog/catalog';

const limitFields: Readonly<Record<DialectName, readonly string[]>> = {
  chat: ['max_tokens', 'max_completion_tokens'],
  responses: ['max_output_tokens'],
  messages: ['max_tokens'],
};

/**
 * Lowers an output limit to the maximum of the model: clients ask every model for the output of the
 * largest one. Returns the same request when there is nothing to lower.
 */
export function limitOutput(
  dialect: Dialect,
  request: TextRequest,
  { maxCompletionTokens: limit }: Pick<CatalogModel, 'maxCompletionTokens'>,
): TextRequest {
  const { body, bodyText } = request;
  if (limit === undefined || (request.outputTokensMax ?? 0) <= limit) return request;
  const changes: Record<string, unknown> = {};
  for (const name of limitFields[dialect.name]) {
    if (typeof body[name] === 'number' && body[name] > limit) changes[name] = limit;
  }
  const thinking = asFields(body['thinking']);
  const budget = thinking['budget_tokens'];
  // A budget must stay below the limit, or the lowered limit would make the request invalid.
  if (typeof budget === 'number' && budget >= limit && limit > 1)
    changes['thinking'] = { ...thinking, budget_tokens: limit - 1 };
  const edits = new Map(
    Object.entries(changes).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  return dialect.parseRequest(editJson(bodyText, edits), { ...body, ...changes });
}
