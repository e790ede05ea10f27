import type { WebSearchWish } from '@tollgate/model-spec';
import { asFieldList, asText } from '@tollgate/model-kit';
import type { WebSearchTool20250305 } from './wire';

/** The search that Anthropic runs itself. */
export function writeSearch({ usesMax }: WebSearchWish): WebSearchTool20250305 {
  return { type: 'web_search_20250305', name: 'web_search', max_uses: usesMax };
}

/** The tools of a body with the search added; undefined: the caller has set one already. */
export function addSearch(tools: unknown, wish: WebSearchWish): readonly unknown[] | undefined {
  const given = asFieldList(tools);
  const isSet = given.some(({ type }) => asText(type)?.startsWith('web_search') === true);
  return isSet ? undefined : [...given, writeSearch(wish)];
}
