import { asRecord, asTexts, readCount } from '../../fields';
import { fault, parseBody, type ReadRequest } from '../../sim-request';

const choicesMax = 128;
const tokensDefault = 16;
const charactersPerToken = 4;

export function readRequest(text: string): ReadRequest {
  const body = parseBody(text);
  if (body === undefined) return fault('We could not parse the JSON body of your request.', null);
  const { echo, logprobs, max_tokens: limit, model, n, stream } = body;
  if (typeof model !== 'string') return fault('you must provide a model parameter', null);
  const prompts = listPrompts(body['prompt']);
  if (prompts.length === 0) return fault("Missing required parameter: 'prompt'.", 'prompt');
  const each = readCount(n) ?? 1;
  const tries = Math.max(each, readCount(body['best_of']) ?? 1);
  return {
    kind: 'request',
    request: {
      model,
      isStreamed: stream === true,
      hasStreamUsage: asRecord(body['stream_options'])['include_usage'] === true,
      tokensMax: typeof limit === 'number' ? limit : tokensDefault,
      choices: Math.min(prompts.length * each, choicesMax),
      triedChoices: Math.min(prompts.length * tries, choicesMax),
      stops: asTexts(body['stop']),
      tools: [],
      forcedTool: undefined,
      outputSchema: undefined,
      lastUserText: prompts.at(-1) ?? '',
      toolTurns: 0,
      promptTokens: prompts.reduce(
        (sum, prompt) => sum + Math.ceil(prompt.length / charactersPerToken),
        0,
      ),
      ...(echo === true && { echoes: prompts.flatMap((prompt) => repeat(prompt, each)) }),
      hasLogprobs: typeof logprobs === 'number',
    },
  };
}

function repeat(prompt: string, times: number): readonly string[] {
  return Array.from({ length: times }, () => prompt);
}

/** Token ids are as long as their texts would be, about four characters each. */
function listPrompts(prompt: unknown): readonly string[] {
  if (typeof prompt === 'string') return [prompt];
  if (!Array.isArray(prompt)) return [];
  if (typeof prompt[0] === 'number') return [spell(prompt)];
  return prompt.map((entry: unknown) => {
    if (Array.isArray(entry)) return spell(entry);
    return typeof entry === 'string' ? entry : '';
  });
}

function spell(tokens: readonly unknown[]): string {
  return tokens.map(() => 'tok ').join('');
}
