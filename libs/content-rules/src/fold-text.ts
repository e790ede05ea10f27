/** A normalized text for matching, with a mapping back to the original. */
export interface FoldedText {
  readonly text: string;
  /** The span of the original that a span of the folded text comes from. */
  readonly toOriginal: (start: number, end: number) => readonly [start: number, end: number];
}

const plainAscii = /^[\0-\x7f]*$/;
/** Zero-width characters, direction marks, joiners and soft hyphens, which are invisible. */
export const invisibleCharacters =
  '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e' +
  '\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff';
const invisible = new RegExp(`[${invisibleCharacters}]`, 'u');
/** What melts into the character before it when it is composed: marks, and parts of syllables. */
const continues = /[\p{M}\u1161-\u11ff]/u;

/**
 * Compatibility forms become plain ones (NFKC) and invisible characters are removed, so that a
 * word cannot be hidden by its spelling.
 */
export function foldText(original: string): FoldedText {
  if (plainAscii.test(original)) {
    return { text: original, toOriginal: (start, end) => [start, end] };
  }
  const folder = new Folder();
  let position = 0;
  for (const character of original) {
    folder.take(character, position);
    position += character.length;
  }
  return folder.finish(position);
}

/** The same for words of a rule, without the mapping. */
export function foldWord(word: string): string {
  return foldText(word).text;
}

class Folder {
  #text = '';
  /** Where in the original each unit of the folded text begins, and where its cluster ends. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #cluster = '';
  #clusterStart = 0;
  #clusterEnd = 0;

  take(character: string, position: number): void {
    if (invisible.test(character)) return;
    if (this.#cluster !== '' && !continues.test(character)) this.#closeCluster();
    if (this.#cluster === '') this.#clusterStart = position;
    this.#cluster += character;
    this.#clusterEnd = position + character.length;
  }

  finish(length: number): FoldedText {
    this.#closeCluster();
    const [text, starts, ends] = [this.#text, this.#starts, this.#ends];
    return {
      text,
      toOriginal: (start, end) => {
        const from = starts[start] ?? length;
        return [from, end > start ? (ends[end - 1] ?? length) : from];
      },
    };
  }

  #closeCluster(): void {
    if (this.#cluster === '') return;
    const folded = this.#cluster.normalize('NFKC');
    for (let index = 0; index < folded.length; index++) {
      this.#starts.push(this.#clusterStart);
      this.#ends.push(this.#clusterEnd);
    }
    this.#text += folded;
    this.#cluster = '';
  }
}
