import type { Candidate } from './candidate';

type Fields = Readonly<Record<string, unknown>>;

/** Whether the body asks for the web plugin; `enabled: false` disables it. */
export function wantsWebSearch(body: Fields): boolean {
  const { plugins } = body;
  return Array.isArray(plugins) && plugins.some((plugin) => isWebPlugin(plugin, true));
}

/** Whether the body mentions the web plugin, enabled or not. */
export function namesWebSearch(body: Fields): boolean {
  const { plugins } = body;
  return Array.isArray(plugins) && plugins.some((plugin) => isWebPlugin(plugin, false));
}

const protocolsWithoutPlugins: ReadonlySet<string> = new Set(['gemini', 'vertex', 'bedrock']);

/** Whether this candidate is sent plugins. Some protocols have no field for them. */
export function canSearchTheWeb({
  adapter,
  target,
}: Pick<Candidate, 'adapter' | 'target'>): boolean {
  return (
    !protocolsWithoutPlugins.has(adapter.protocol) && target.supportedParameters.includes('plugins')
  );
}

function isWebPlugin(plugin: unknown, mustBeOn: boolean): boolean {
  if (typeof plugin !== 'object' || plugin === null) return false;
  const { enabled, id } = plugin as Fields;
  return id === 'web' && !(mustBeOn && enabled === false);
}
