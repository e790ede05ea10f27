import type { Fields } from '@tollgate/model-kit';
import { CallDeltas } from './complete-calls';

/** A provider that counts its choices beyond this is not completed. */
const choicesMax = 128;

/** Adds what OpenAI's schema requires of the deltas of a stream and a provider leaves out. */
export class ChoiceDeltas {
  readonly #calls = new Map<number, CallDeltas>();

  /** Edits of one delta of a choice; undefined: nothing is missing. */
  complete(index: number, delta: Fields): Map<string, string> | undefined {
    const isFirst = !this.#calls.has(index);
    if (isFirst && this.#calls.size >= choicesMax) return undefined;
    const calls = this.#calls.get(index) ?? new CallDeltas();
    this.#calls.set(index, calls);
    const completed = calls.complete(delta);
    const isRoleMissing = isFirst && typeof delta['role'] !== 'string';
    if (completed === undefined && !isRoleMissing) return undefined;
    const edits = new Map<string, string>();
    if (isRoleMissing) edits.set('role', '"assistant"');
    if (completed !== undefined) edits.set('tool_calls', JSON.stringify(completed));
    return edits;
  }
}
