/** The letters a to z in either case, white space, and any other character. */
const classes = 28;
const spaceClass = 27;
const asciiMax = 128;
const classOf = new Uint8Array(asciiMax);
for (let letter = 0; letter < 26; letter++) {
  classOf[0x61 + letter] = letter + 1;
  classOf[0x41 + letter] = letter + 1;
}
for (const code of [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20]) classOf[code] = spaceClass;

/**
 * Checks whether a text contains one of these words, in any case. One table look-up per character
 * (an Aho-Corasick automaton) takes half the time of a RegExp with as many alternatives. Words
 * consist of a to z and of spaces, each of which matches any white space.
 */
export function createWordGate(words: readonly string[]): (text: string) => boolean {
  const { accepts, next } = makeAutomaton(words);
  return (text) => {
    let state = 0;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      state = next[state * classes + (code < asciiMax ? (classOf[code] ?? 0) : 0)] ?? 0;
      if (accepts[state] === 1) return true;
    }
    return false;
  };
}

function makeAutomaton(words: readonly string[]): { next: Uint16Array; accepts: Uint8Array } {
  const statesMax = words.reduce((sum, { length }) => sum + length, 1);
  const next = new Uint16Array(statesMax * classes);
  const accepts = new Uint8Array(statesMax);
  let states = 1;
  for (const word of words) {
    let state = 0;
    for (const character of word) {
      const place = state * classes + (classOf[character.charCodeAt(0)] ?? 0);
      if (next[place] === 0) next[place] = states++;
      state = next[place] ?? 0;
    }
    accepts[state] = 1;
  }
  completeAutomaton(next, accepts);
  return { next, accepts };
}

/**
 * Adds the failure links, level by level: where a word ends, its longest suffix that starts another
 * word continues.
 */
function completeAutomaton(next: Uint16Array, accepts: Uint8Array): void {
  const fallbacks = new Uint16Array(accepts.length);
  const open: number[] = [];
  for (let letter = 0; letter < classes; letter++) {
    const state = next[letter] ?? 0;
    if (state !== 0) open.push(state);
  }
  for (let state = open.shift(); state !== undefined; state = open.shift()) {
    const fallback = fallbacks[state] ?? 0;
    if (accepts[fallback] === 1) accepts[state] = 1;
    for (let letter = 0; letter < classes; letter++) {
      const place = state * classes + letter;
      const after = next[fallback * classes + letter] ?? 0;
      const target = next[place] ?? 0;
      if (target === 0) next[place] = after;
      else {
        fallbacks[target] = after;
        open.push(target);
      }
    }
  }
}
