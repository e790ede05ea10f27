import { SecretBox } from './secret-box';

export interface Sealed {
  /** Which key of the ring it was sealed with. */
  readonly keyId: string;
  readonly bytes: Buffer;
}

const entryPattern = /^(?:([a-z0-9-]{1,32}):)?([0-9a-fA-F]{64})$/;
/** The id of a single key without one, from before key rotation. */
const firstId = 'k1';

/**
 * Keys that follow each other: the first seals, all open. Written as `id:hex`, separated by commas,
 * so that a new key is put in front and the old one leaves when nothing needs it any more. A key
 * alone needs no id; it is `k1`.
 */
export class KeyRing {
  readonly #boxes = new Map<string, SecretBox>();
  readonly currentId: string;

  constructor(text: string) {
    for (const entry of text.split(',').map((part) => part.trim())) {
      const [, id = firstId, hex] = entryPattern.exec(entry) ?? [];
      if (hex === undefined) throw new RangeError('keys are written as id:hex');
      if (this.#boxes.has(id)) throw new RangeError(`the key ${id} is given twice`);
      this.#boxes.set(id, new SecretBox(hex));
    }
    this.currentId = [...this.#boxes.keys()][0] ?? '';
  }

  seal(text: string, rowId: string): Sealed {
    return { keyId: this.currentId, bytes: this.#find(this.currentId).seal(text, rowId) };
  }

  open({ bytes, keyId }: Sealed, rowId: string): string {
    return this.#find(keyId).open(bytes, rowId);
  }

  /** The same, sealed with the current key; undefined when it is already. */
  reseal(sealed: Sealed, rowId: string): Sealed | undefined {
    return sealed.keyId === this.currentId ? undefined : this.seal(this.open(sealed, rowId), rowId);
  }

  #find(keyId: string): SecretBox {
    const box = this.#boxes.get(keyId);
    if (box === undefined) throw new RangeError(`the key ${keyId} is not on the ring`);
    return box;
  }
}
