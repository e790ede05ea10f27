/** `name[]` is one of several, `name[inner]` a member of an object. */
const nested = /^([^[\]]+)\[([^[\]]*)\]$/;
const json = /^\s*[[{]/;

/**
 * The fields of a form as the JSON object they encode, flattened as OpenAI's clients do it;
 * lists and objects may also be JSON texts. Numbers and booleans stay texts.
 */
export function readFormFields(
  fields: ReadonlyMap<string, readonly string[]>,
): Record<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, values] of fields) {
    const [, outer, inner] = nested.exec(name) ?? [];
    if (outer === undefined || inner === undefined) found.set(name, readValue(values.at(-1)));
    else if (inner === '') found.set(outer, values.map(readValue));
    else found.set(outer, addMember(found.get(outer), inner, readValue(values.at(-1))));
  }
  // From entries: a field named __proto__ becomes a field and nothing else.
  return Object.fromEntries(found);
}

function addMember(known: unknown, name: string, value: unknown): unknown {
  const members = typeof known === 'object' && known !== null ? Object.entries(known) : [];
  return Object.fromEntries([...members, [name, value]]);
}

function readValue(text = ''): unknown {
  if (!json.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
