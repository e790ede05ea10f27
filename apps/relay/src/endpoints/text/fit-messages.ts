import { AppError } from '@tollgate/errors';
import type { Dialect, TextRequest } from '@tollgate/model-spec';
import { editJson } from '@tollgate/model-kit';
import type { CatalogModel } from '../../catalog/catalog';
import { cutText, findLongest, replaceLongestText } from './cut-text';
import { describeOverflow } from '../../domain/describe-overflow';
import { groupItems } from './prompt-items';
import { keepEnds, trimMiddle } from './trim-middle';

export interface FittedRequest {
  readonly request: TextRequest;
  readonly hasBeenCut: boolean;
}

/** Prompts for models with a smaller context are cut unless the caller disables it. */
const smallContextTokens = 8_192;
const spareTokens = 64;
const outputShare = 4;
const claudeMessagesMax = 1_000;
/** Each round cuts one text; a prompt with more long texts than this is refused. */
const cutRoundsMax = 8;

const itemsField = { chat: 'messages', responses: 'input' } as const;

/**
 * Middle-out: removes messages, then text, from the middle of a prompt that is too long for its
 * model. Raises: context_too_long.
 */
export function fitMessages(
  dialect: Dialect,
  request: TextRequest,
  model: CatalogModel,
): FittedRequest {
  if (dialect.name === 'messages') return { request, hasBeenCut: false };
  const field = itemsField[dialect.name];
  const isActive = isMiddleOutActive(request, model);
  let fitted = request;
  if (model.family === 'anthropic' && request.messageCount > claudeMessagesMax) {
    if (!isActive) throw makeCountError(request.messageCount);
    const units = keepEnds(groupItems(listItems(request, field)), claudeMessagesMax / 2);
    fitted = replaceItems(
      dialect,
      request,
      field,
      units.flatMap(({ items }) => items),
    );
  }
  if (isActive && model.contextLength !== undefined) {
    fitted = fitTokens(dialect, fitted, field, model.contextLength);
  }
  return { request: fitted, hasBeenCut: fitted !== request };
}

function isMiddleOutActive({ body }: TextRequest, model: CatalogModel): boolean {
  const { outputModalities } = model.document;
  if (outputModalities?.length === 1 && outputModalities[0] === 'image') return false;
  const { transforms } = body;
  if (Array.isArray(transforms)) return transforms.includes('middle-out');
  return (model.contextLength ?? Number.POSITIVE_INFINITY) <= smallContextTokens;
}

type ItemsField = (typeof itemsField)[keyof typeof itemsField];

function fitTokens(
  dialect: Dialect,
  request: TextRequest,
  field: ItemsField,
  contextLength: number,
): TextRequest {
  const outputTokens = request.outputTokensMax ?? Math.floor(contextLength / outputShare);
  const budget = contextLength - outputTokens - spareTokens;
  const estimate = request.estimatePromptTokens();
  if (estimate <= budget) return request;
  const kept = trimMiddle(groupItems(listItems(request, field)), (left) => {
    const items = left.flatMap((unit) => unit.items);
    return replaceItems(dialect, request, field, items).estimatePromptTokens() - budget;
  });
  let items = kept.flatMap((unit) => unit.items);
  let fitted = replaceItems(dialect, request, field, items);
  for (let round = 0; round < cutRoundsMax; round++) {
    const excess = fitted.estimatePromptTokens() - budget;
    if (excess <= 0) return fitted;
    const shorter = cutText(findLongest(items), excess);
    if (shorter === undefined) break;
    items = replaceLongestText(items, () => shorter) as unknown[];
    fitted = replaceItems(dialect, request, field, items);
  }
  throw makeOverflowError(estimate, outputTokens, contextLength);
}

function listItems({ body }: TextRequest, field: ItemsField): readonly unknown[] {
  const items = body[field];
  return Array.isArray(items) ? items : [{ role: 'user', content: items }];
}

function replaceItems(
  dialect: Dialect,
  { body, bodyText }: TextRequest,
  field: ItemsField,
  items: readonly unknown[],
): TextRequest {
  const edits = new Map([[field, JSON.stringify(items)]]);
  return dialect.parseRequest(editJson(bodyText, edits), { ...body, [field]: items });
}

function makeOverflowError(prompt: number, output: number, context: number): AppError {
  const message =
    prompt > context
      ? describeOverflow(prompt, context)
      : `This model's maximum context length is ${context} tokens.` +
        ` input length and \`max_tokens\` exceed context limit:` +
        ` ${prompt} + ${output} > ${context}.`;
  return new AppError('context_too_long', { message });
}

function makeCountError(count: number): AppError {
  return new AppError('context_too_long', {
    message:
      `prompt is too long: ${count} messages > ${claudeMessagesMax} maximum.` +
      ` This model's maximum context length is ${claudeMessagesMax} messages;` +
      " send fewer, or transforms: ['middle-out'].",
    param: 'messages',
  });
}
