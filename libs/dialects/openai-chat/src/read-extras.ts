import { extraUsesDefault, type ExtraTool, type RequestExtras } from '@tollgate/model-spec';
import { asFieldList, asFields, asText, type Fields } from '@tollgate/model-kit';

const webSearch = 'web_search';
const datedSuffix = /_(?:\d{8}|\d{4}_\d{2}_\d{2})$/;

/** Fields by which providers of this protocol search the web. */
const searchFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  web_search_options: (value) => value != null,
  search_parameters: (value) => value != null && asFields(value)['mode'] !== 'off',
  enable_search: (value) => value != null && value !== false,
};

/** Features of a Chat body that cost more than tokens at the list price. */
export function readExtras(body: Fields): RequestExtras {
  const tools = asFieldList(body['tools']).flatMap(readTool);
  for (const [param, isOn] of Object.entries(searchFields)) {
    if (isOn(body[param])) tools.push({ name: webSearch, param, usesMax: extraUsesDefault });
  }
  return { tools, serviceTier: asText(body['service_tier']), rates: [] };
}

/** The field names of searches that a request carries. */
export function listSearchFields(body: Fields): readonly string[] {
  return Object.keys(searchFields).filter((name) => searchFields[name]?.(body[name]) === true);
}

/** The protocol reports no uses: all but searches count once for each answered call. */
function readTool({ type }: Fields): ExtraTool[] {
  const param = asText(type) ?? '';
  if (param === 'function' || param === 'custom') return [];
  const name = param.startsWith(webSearch) ? webSearch : param.replace(datedSuffix, '');
  if (name === webSearch) return [{ name, param, usesMax: extraUsesDefault }];
  return [{ name, param, usesMax: 1, isPerCall: true }];
}
