export type * from 'openai/resources/responses/responses';

/** Fewer than this are refused. */
export const outputTokensMin = 16;
