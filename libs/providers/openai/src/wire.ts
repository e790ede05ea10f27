/** The fields of OpenAI's answers that the gateway reads; everything else passes unread. */
export interface WireChoice {
  readonly index?: unknown;
  readonly message?: Readonly<Record<string, unknown>>;
  readonly delta?: Readonly<Record<string, unknown>>;
  readonly finish_reason?: unknown;
  readonly native_finish_reason?: unknown;
}

export function readChoices(body: Readonly<Record<string, unknown>>): readonly WireChoice[] {
  const choices = body['choices'];
  if (!Array.isArray(choices)) return [];
  return choices.filter(
    (choice): choice is WireChoice => typeof choice === 'object' && choice !== null,
  );
}
