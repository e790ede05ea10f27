import { isRecord } from './chat-request';

const nameDefault = 'get_weather';

/** The arguments in the pieces in which a stream brings them. */
export const argumentPieces = ['{"', 'city', '":"', 'Paris', '"}'] as const;

export interface ToolCall {
  readonly id: string;
  readonly name: string;
}

/** A call of the first tool that was offered. */
export function makeToolCall(tools: readonly unknown[], answerId: string): ToolCall {
  return { id: `call_${answerId.slice(-12)}`, name: getToolName(tools[0]) };
}

function getToolName(tool: unknown): string {
  const definition = isRecord(tool) ? tool['function'] : undefined;
  const name = isRecord(definition) ? definition['name'] : undefined;
  return typeof name === 'string' ? name : nameDefault;
}
