const nameCharactersMax = 200;

/** Names of the documents of one conversation: Converse refuses a name that occurs twice. */
export class DocumentNames {
  readonly #taken = new Set<string>();

  take(title: string): string {
    const name = cleanName(title);
    let free = name;
    for (let number = 2; this.#taken.has(free); number++) {
      const suffix = ` (${number})`;
      free = name.slice(0, nameCharactersMax - suffix.length).trim() + suffix;
    }
    this.#taken.add(free);
    return free;
  }
}

/** The API takes letters, digits, single spaces, hyphens, parentheses and square brackets. */
function cleanName(title: string): string {
  const name = title
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[^a-z0-9\s()[\]-]+/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return name.slice(0, nameCharactersMax).trim() || 'document';
}
