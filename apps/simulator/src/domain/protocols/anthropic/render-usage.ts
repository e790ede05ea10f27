import type { Answer } from '../../answer';
import { spoilCount } from '../../spoil-count';

/** The usage object as JSON text; undefined when it is to be left out. */
export function renderUsage(answer: Answer): string | undefined {
  const { completionTokens, instructions } = answer;
  const { usage: fault } = instructions;
  if (fault === 'none') return undefined;
  if (fault === 'zero') return render(answer, { input: 0, read: 0, written: 0 }, '0');
  return render(answer, splitPrompt(answer), spoilCount(completionTokens, fault));
}

/** At the start only the input is known. */
export function renderStartUsage(answer: Answer): string {
  return render({ ...answer, searches: 0 }, splitPrompt(answer), '1');
}

interface PromptCounts {
  readonly input: number;
  readonly read: number;
  readonly written: number;
}

function splitPrompt({ instructions, promptTokens }: Answer): PromptCounts {
  const read = Math.min(instructions.cached, promptTokens);
  const written = Math.min(instructions.cacheWritten, promptTokens - read);
  return { input: promptTokens - read - written, read, written };
}

function render(
  { searches, serviceTier = 'standard' }: Answer,
  { input, read, written }: PromptCounts,
  output: string,
): string {
  const uses =
    searches === 0
      ? ''
      : `,"server_tool_use":{"web_search_requests":${searches},"web_fetch_requests":0}`;
  return (
    `{"input_tokens":${input},"cache_creation_input_tokens":${written},` +
    `"cache_read_input_tokens":${read},"cache_creation":{"ephemeral_5m_input_tokens":${written},` +
    `"ephemeral_1h_input_tokens":0},"output_tokens":${output}${uses},"service_tier":"${serviceTier}"}`
  );
}
