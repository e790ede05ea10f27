import type { WebSearchWish } from '@tollgate/model-spec';
import { asFieldList, asText, type Fields } from '@tollgate/model-kit';
import type { WebSearchTool } from './wire';

/** The search that OpenAI and xAI run themselves. */
export const searchTool: WebSearchTool = { type: 'web_search' };

/**
 * Limits all tools that the provider runs; calls of functions do not count. Only OpenAI has the
 * field: others are trusted to report their uses.
 */
export function writeSearchLimit({ usesMax }: WebSearchWish): { readonly max_tool_calls: number } {
  return { max_tool_calls: usesMax };
}

/** The tools of a body with the search added; undefined: the caller has set one already. */
export function addSearch(tools: unknown): readonly Fields[] | undefined {
  const given = asFieldList(tools);
  const isSet = given.some(({ type }) => asText(type)?.startsWith('web_search') === true);
  return isSet ? undefined : [...given, { ...searchTool }];
}
