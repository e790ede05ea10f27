import { asFieldList, asText, type Fields, readUsesMax } from '@tollgate/model-kit';
import type { ExtraTool, RequestExtras } from '@tollgate/model-spec';

/** Tools that the client runs, and the search among its tools: they cost tokens and no more. */
const plainTools: ReadonlySet<string> = new Set([
  ...['function', 'custom', 'namespace'],
  ...['tool_search', 'local_shell', 'apply_patch'],
]);

/** Features of a Responses body that cost more than tokens at the list price. */
export function readExtras(body: Fields): RequestExtras {
  const usesMax = readUsesMax(body['max_tool_calls']);
  const tools = asFieldList(body['tools']);
  const members = tools.flatMap((tool) =>
    tool['type'] === 'namespace' ? asFieldList(tool['tools']) : [],
  );
  return {
    tools: [...tools, ...members].flatMap((tool) => readTool(tool, usesMax)),
    serviceTier: asText(body['service_tier']),
    rates: [],
  };
}

function readTool({ type }: Fields, usesMax: number): ExtraTool[] {
  const param = asText(type) ?? '';
  return plainTools.has(param) ? [] : [{ name: readName(param), param, usesMax }];
}

/** Versions of one tool have one price. */
function readName(type: string): string {
  if (type.startsWith('web_search')) return 'web_search';
  return type.startsWith('computer') ? 'computer_use' : type;
}
