import type { ProviderAdapter } from '@tollgate/model-spec';
import { asFieldList, asText } from '@tollgate/model-kit';

const callSuffix = '_call';

/** Item types that differ from the name of their tool. */
const toolOfItem: ReadonlyMap<string, string> = new Map([['computer', 'computer_use']]);
/** Calls that the client answers: the provider runs nothing for them. */
const clientCalls: ReadonlySet<string> = new Set(['function', 'custom_tool', 'local_shell']);

/** Every output item of a hosted tool is one use of it. */
export const readExtras: ProviderAdapter['readExtras'] = (body) => {
  const uses = new Map<string, number>();
  for (const item of asFieldList(body['output'])) {
    const type = asText(item['type']) ?? '';
    if (!type.endsWith(callSuffix)) continue;
    const name = type.slice(0, -callSuffix.length);
    if (clientCalls.has(name)) continue;
    const tool = toolOfItem.get(name) ?? name;
    uses.set(tool, (uses.get(tool) ?? 0) + 1);
  }
  return { serviceTier: asText(body['service_tier']), toolUses: uses };
};
