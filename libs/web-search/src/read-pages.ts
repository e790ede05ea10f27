import { asFieldList, asText, type Fields } from '@tollgate/model-kit';
import type { FoundPage } from './search-engine';

const characters = { url: 2_000, title: 300, text: 20_000 };

/** The pages of a list; `readText` names the text of an entry. Undefined: there is no list. */
export function readPages(
  list: unknown,
  readText: (entry: Fields) => unknown,
): readonly FoundPage[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return asFieldList(list).flatMap((entry) => readPage(entry, readText(entry)));
}

/** Only pages that a client can open: other schemes may run code there. */
function readPage(entry: Fields, text: unknown): FoundPage[] {
  const url = URL.parse(asText(entry['url']) ?? '');
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > characters.url)
    return [];
  const title = cleanText(entry['title']).slice(0, characters.title);
  return [{ url: url.href, title, text: cleanText(text).slice(0, characters.text) }];
}

const tags = /<\/?[a-z][^<>]{0,200}>/gi;
/** Invisible characters can hide instructions from people who read the page. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}]/gu;

/** Plain text in one line: engines mark the words of the query with tags. */
function cleanText(value: unknown): string {
  if (typeof value !== 'string') return '';
  const cut = value.slice(0, 2 * characters.text);
  return cut.replace(tags, '').replace(/\s+/g, ' ').replace(invisible, '').trim();
}
