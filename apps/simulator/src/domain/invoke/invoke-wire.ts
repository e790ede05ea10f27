import type { Fields } from '../fields';
import type { Instructions } from '../instructions';

export interface InvokedCall {
  readonly id: string;
  readonly model: string;
  readonly body: Fields;
  readonly instructions: Instructions;
}

export interface InvokeAnswer {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The format that InvokeModel has for one generation of models. */
export interface InvokeWire {
  /** Of the names of its models. */
  readonly pattern: RegExp;
  /** Fields that it takes; others are refused. */
  readonly fields: ReadonlySet<string>;
  /** What the real API refuses; undefined: nothing is wrong. */
  findFault(body: Fields): string | undefined;
  /** The text that may contain a script; '' where scripts are only in the name of the model. */
  readPrompt(body: Fields): string;
  render(call: InvokedCall): InvokeAnswer;
}

const advice = 'please reformat your input and try again.';

/** The words of Bedrock for a body that does not fit the schema of the model. */
export const malformed = (what: string): string => `Malformed input request: ${what}, ${advice}`;
