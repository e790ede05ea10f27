/** The simulator's chat models, one for each protocol that a provider may speak. */
export const protocolModels = [
  ['openai', 'simulator/chat'],
  ['anthropic', 'simulator/claude'],
  ['responses', 'simulator/responses'],
  ['gemini', 'simulator/gemini'],
  ['bedrock', 'simulator/bedrock'],
] as const;
