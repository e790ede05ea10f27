/** Where the GenAI conventions have a different name than our catalog. */
const conventionalNames: Readonly<Record<string, string>> = {
  google: 'gcp.gemini',
  'google-compatible': 'gcp.gemini',
  mistral: 'mistral_ai',
  xai: 'x_ai',
};

/** The name of a provider in traces. */
export function nameProvider(provider: string): string {
  return conventionalNames[provider] ?? provider;
}
