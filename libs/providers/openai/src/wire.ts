import { asFieldList, type Fields } from '@tollgate/model-kit';

/** The fields of OpenAI's answers that the gateway reads; everything else passes unread. */
export interface WireChoice {
  readonly index?: unknown;
  readonly message?: Fields;
  readonly delta?: Fields;
  readonly finish_reason?: unknown;
  readonly native_finish_reason?: unknown;
  readonly error?: unknown;
}

export function readChoices(body: Fields): readonly WireChoice[] {
  return asFieldList(body['choices']);
}
