/** A reason not to start that the person at the keyboard can act on. */
export class StackError extends Error {}
