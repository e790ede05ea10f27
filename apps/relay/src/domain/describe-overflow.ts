/** Clients recover from an overflow only if they recognise one of these phrases. */
export function describeOverflow(promptTokens: number, contextLength: number): string {
  return (
    `This model's maximum context length is ${contextLength} tokens.` +
    ` prompt is too long: ${promptTokens} tokens > ${contextLength} maximum.`
  );
}
