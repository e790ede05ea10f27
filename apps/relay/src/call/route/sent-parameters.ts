type Fields = Readonly<Record<string, unknown>>;

/** Fields with the content of a request or its transport: they are not model parameters. */
const plainFields = new Set([
  ...['model', 'models', 'messages', 'input', 'instructions', 'system', 'prompt'],
  ...['query', 'documents', 'return_documents'],
  ...['stream', 'stream_options', 'provider', 'route', 'transforms', 'plugins', 'user'],
  ...['metadata', 'store', 'background', 'include', 'previous_response_id', 'encoding_format'],
  ...['service_tier', 'safety_identifier', 'prompt_cache_key', 'truncation', 'usage'],
]);

/** Under which names a catalog may list a field. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  max_completion_tokens: ['max_completion_tokens', 'max_tokens'],
  max_output_tokens: ['max_output_tokens', 'max_tokens'],
  max_tokens: ['max_tokens', 'max_completion_tokens'],
  stop_sequences: ['stop_sequences', 'stop'],
  reasoning_effort: ['reasoning_effort', 'reasoning'],
  thinking: ['thinking', 'reasoning'],
  thinking_budget: ['thinking_budget', 'thinking', 'reasoning'],
  enable_thinking: ['enable_thinking', 'thinking', 'reasoning'],
  include_reasoning: ['include_reasoning', 'reasoning'],
  text: ['text', 'response_format', 'structured_outputs'],
  output_config: ['output_config', 'structured_outputs', 'reasoning'],
  response_format: ['response_format', 'structured_outputs'],
  functions: ['functions', 'tools'],
  function_call: ['function_call', 'tool_choice'],
  top_logprobs: ['top_logprobs', 'logprobs'],
};

/** The optional fields of a request, each with its possible names. */
export function listSentParameters(body: Fields): readonly (readonly string[])[] {
  return Object.entries(body)
    .filter(([name, value]) => !plainFields.has(name) && value !== null && value !== undefined)
    .map(([name]) => synonyms[name] ?? [name]);
}
