import { asFieldList, asFields, asText, type Fields, readUsesMax } from '@tollgate/model-kit';
import {
  extraUsesDefault,
  type ExtraRate,
  type ExtraTool,
  type RequestExtras,
} from '@tollgate/model-spec';

/** Tools that Anthropic defines and the client runs: they cost tokens and nothing else. */
const clientTool = /^(?:bash|text_editor|computer|memory)_\d{8}$/;
const datedSuffix = /_\d{8}$/;
const mcp = 'mcp';

/** Features of a Messages body that cost more than tokens at the list price. */
export function readExtras(body: Fields): RequestExtras {
  const tools = asFieldList(body['tools']).flatMap(readTool);
  const servers = body['mcp_servers'];
  const hasServers = Array.isArray(servers) && servers.length > 0;
  if (hasServers && !tools.some(({ name }) => name === mcp)) {
    tools.push({ name: mcp, param: 'mcp_servers', usesMax: extraUsesDefault });
  }
  if (Object.keys(asFields(body['container'])).length > 0) {
    tools.push({ name: 'container', param: 'container', usesMax: extraUsesDefault });
  }
  return {
    tools,
    serviceTier: asText(body['service_tier']),
    rates: [...readRate(body, 'speed', 'standard'), ...readRate(body, 'inference_geo', 'global')],
  };
}

function readTool({ max_uses: usesMax, type }: Fields): ExtraTool[] {
  if (typeof type !== 'string' || type === 'custom' || clientTool.test(type)) return [];
  const name = type === 'mcp_toolset' ? mcp : type.replace(datedSuffix, '');
  return [{ name, param: type, usesMax: readUsesMax(usesMax) }];
}

/** A field with one value that costs nothing extra. */
function readRate(body: Fields, field: string, plain: string): ExtraRate[] {
  const value = body[field];
  if (value == null || value === plain) return [];
  return [{ name: `${field}:${asText(value) ?? 'unknown'}`, param: field }];
}
