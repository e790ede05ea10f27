import { AppError } from '@tollgate/errors';
import { explainIssue, type FieldRules, type Fields } from '@tollgate/model-kit';
import { noExtras, type TextRequest } from '@tollgate/model-spec';
import type { z } from 'zod';
import { estimatePrompts } from './estimate-prompt';
import { requestSchema, type Prompt } from './request-schema';
import { toNeutral } from './to-neutral';

/** A completion request that passed every check which needs no catalog. */
export interface CompletionsRequest extends TextRequest {
  /** Its only text; undefined: there are several prompts, or they are tokens. */
  readonly prompt: string | undefined;
  /** The answer repeats the prompt. */
  readonly hasEcho: boolean;
}

const promptsMax = 2_048;

const rules: FieldRules = {
  codes: { model: 'invalid_model_id', max_tokens: 'max_tokens_invalid' },
  required: ['model', 'prompt'],
};

/** Raises: missing_required_field, invalid_model_id, max_tokens_invalid, unsupported_param. */
export function parseRequest(bodyText: string, body: Fields): CompletionsRequest {
  const result = requestSchema.safeParse(body);
  if (!result.success) throw explainIssue(result.error.issues[0], dropEmpty(body), rules);
  const request = result.data;
  const prompts = listPrompts(request.prompt);
  if (prompts.length > promptsMax) {
    throw new AppError('unsupported_param', {
      message: `prompt has ${prompts.length} entries, at most ${promptsMax} are allowed`,
      param: 'prompt',
    });
  }
  checkChoices(request);
  const [prompt] = prompts;
  return {
    // What it is translated to, for providers without this endpoint.
    dialect: 'chat',
    bodyText,
    body,
    requestedModel: request.model,
    isStreaming: request.stream === true,
    outputTokensMax: request.max_tokens ?? undefined,
    // Each try is generated and billed, and the best ones are returned.
    choices: prompts.length * Math.max(request.n ?? 1, request.best_of ?? 1),
    messageCount: 1,
    hasTools: false,
    extras: noExtras,
    prompt: prompts.length === 1 && typeof prompt === 'string' ? prompt : undefined,
    hasEcho: request.echo === true,
    estimatePromptTokens: () => estimatePrompts(prompts, request.suffix ?? ''),
    toNeutral: () => toNeutral(body),
  };
}

function checkChoices(request: z.infer<typeof requestSchema>): void {
  const { best_of: bestOf, echo, max_tokens: limit, n, stream } = request;
  if (limit === 0 && echo !== true) {
    const message = 'max_tokens must be 1 or more (0 is for echo: true)';
    throw AppError.forParam('max_tokens_invalid', 'max_tokens', message);
  }
  const tries = bestOf ?? 0;
  if (tries === 0) return;
  const wanted = n ?? 1;
  if (tries < wanted) {
    const message = `best_of (${tries}) must not be less than n (${wanted})`;
    throw AppError.forParam('unsupported_param', 'best_of', message);
  }
  if (stream === true && tries > wanted) {
    const message = 'best_of cannot be streamed: leave out best_of or stream';
    throw AppError.forParam('unsupported_param', 'best_of', message);
  }
}

type PromptEntry = string | readonly number[];

function listPrompts(prompt: Prompt): readonly PromptEntry[] {
  if (typeof prompt === 'string') return [prompt];
  return typeof prompt[0] === 'number' ? [prompt as number[]] : (prompt as PromptEntry[]);
}

/** A prompt without anything in it is as good as none. */
function dropEmpty(body: Fields): Fields {
  const { prompt } = body;
  const isEmpty = prompt === '' || (Array.isArray(prompt) && prompt.length === 0);
  return isEmpty ? { ...body, prompt: undefined } : body;
}
