import type { ZodObject, ZodType } from 'zod';

export const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** `POST /v1/keys/{id}`: `{name}` is one segment of the path. */
export type OperationKey = `${Method} /${string}`;

/** The chapters of the reference, in the order in which people need them. */
export const operationTags = {
  Inference: 'Calls of models, in the format that your client speaks.',
  Models: 'What can be called, and what it costs.',
  Keys: 'API keys: made, limited, taken away.',
  Usage: 'What was used and charged.',
  Account: 'Your own account.',
  'Sign-in': 'Accounts, sessions and passwords.',
  Payments: 'How credit comes in.',
  Organizations: 'Shared money: organizations, their teams, members and rules.',
  Operator: 'For those who run the service.',
  Service: 'How the service is.',
} as const;
export type OperationTag = keyof typeof operationTags;

export interface Answer {
  readonly about: string;
  /** The schema of the JSON body; absent: there is no JSON body. */
  readonly body?: ZodType;
  /** Another media type the answer may have, such as `text/event-stream`. */
  readonly mediaTypes?: readonly string[];
}

/** One route as its callers see it: what it is for, what it takes and what it answers. */
export interface Operation {
  /** The name SDK generators use; unique in the whole service. */
  readonly id: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description?: string;
  readonly query?: ZodObject;
  /** The JSON body; the handler validates with this very schema. */
  readonly body?: ZodType;
  /** The same as a form, with files; beside the JSON body, or alone. */
  readonly form?: ZodType;
  /** The body may be left out. */
  readonly isBodyOptional?: true;
  /** `Idempotency-Key` is honoured; of a `call` for as long as its answer is kept. */
  readonly isIdempotent?: true | 'call';
  /** By status; only those of success, because failures look the same everywhere. */
  readonly answers: Readonly<Record<number, Answer>>;
}

export type Operations = Readonly<Record<OperationKey, Operation>>;

export function splitKey(key: string): { readonly method: Method; readonly path: string } {
  const [method, path] = key.split(' ');
  const known = methods.find((candidate) => candidate === method);
  if (known === undefined || path === undefined) throw new Error(`"${key}" is no operation`);
  return { method: known, path };
}
