import {
  asFields,
  asNumber,
  asText,
  type Fields,
  isFields,
  omitUndefined,
} from '@tollgate/model-kit';
import type { NeutralRequest, OutputFormat } from '@tollgate/model-spec';
import { readMessages } from './read-messages';
import { readReasoningWish } from './read-reasoning';
import { readTools } from './read-tools';

/** Messages has no name for a format; other dialects ask for one. */
const formatName = 'output';

/** What a Messages body means. It passed every check of its own dialect. */
export function toNeutral(body: Fields): NeutralRequest {
  const user = asText(asFields(body['metadata'])['user_id']);
  const stop = body['stop_sequences'];
  return omitUndefined<NeutralRequest>({
    messages: readMessages(body),
    ...readTools(body),
    outputFormat: readOutputFormat(asFields(body['output_config'])['format']),
    outputTokensMax: asNumber(body['max_tokens']),
    temperature: asNumber(body['temperature']),
    topP: asNumber(body['top_p']),
    topK: asNumber(body['top_k']),
    stop: Array.isArray(stop) ? (stop as string[]) : [],
    reasoning: readReasoningWish(body),
    sampling: {},
    openAiOnly: user === undefined ? {} : { user },
    droppedTools: [],
  });
}

function readOutputFormat(format: unknown): OutputFormat | undefined {
  const { schema, type } = asFields(format);
  return type === 'json_schema' && isFields(schema)
    ? { type: 'json_schema', name: formatName, schema }
    : undefined;
}
