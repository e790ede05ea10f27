import { asRecord, type Fields } from './fields';
import type { SimTool } from './sim-request';

const nameDefault = 'get_weather';
const argumentsDefault = { city: 'Paris' };
const pieceCharacters = 5;

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
  /** The same in the pieces in which a stream brings it. */
  readonly pieces: readonly string[];
}

export interface ToolCallPlan {
  readonly answerId: string;
  readonly count: number;
  /** Only this tool; undefined: all of them in turn. */
  readonly name: string | undefined;
  /** JSON text that is given instead of made-up arguments. */
  readonly scripted?: string | undefined;
}

/** Calls of the tools that were offered. */
export function makeToolCalls(
  tools: readonly SimTool[],
  { answerId, count, name, scripted }: ToolCallPlan,
): ToolCall[] {
  const usable = name === undefined ? tools : tools.filter((tool) => tool.name === name);
  return Array.from({ length: count }, (_unused, index) => {
    const tool = usable[index % Math.max(1, usable.length)];
    const value = tool === undefined ? {} : makeJson(tool.schema);
    const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
    const text = scripted ?? JSON.stringify(isEmpty ? argumentsDefault : value);
    return {
      id: `call_${answerId.slice(-12)}${index === 0 ? '' : `_${index}`}`,
      name: tool?.name ?? name ?? nameDefault,
      arguments: text,
      pieces: splitText(text),
    };
  });
}

function splitText(text: string): string[] {
  const count = Math.ceil(text.length / pieceCharacters);
  return Array.from({ length: count }, (_unused, index) =>
    text.slice(index * pieceCharacters, (index + 1) * pieceCharacters),
  );
}

const depthMax = 6;

/** A value that fits a JSON Schema, always the same. */
export function makeJson(schema: Fields, depth = 0): unknown {
  const { const: fixed, enum: choices, properties, items, type } = schema;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(choices) && choices.length > 0) return choices[0] as unknown;
  if (depth > depthMax) return null;
  const kind = String(Array.isArray(type) ? type[0] : type).toLowerCase();
  if (properties !== undefined || kind === 'object') return makeObject(properties, depth);
  return kind === 'array'
    ? [makeJson(asRecord(items), depth + 1)]
    : makeScalar(kind, schema['minimum']);
}

function makeObject(properties: unknown, depth: number): object {
  const members = Object.entries(asRecord(properties));
  return Object.fromEntries(
    members.map(([name, member]) => [name, makeJson(asRecord(member), depth + 1)]),
  );
}

function makeScalar(kind: string, minimum: unknown): unknown {
  if (kind === 'number' || kind === 'integer') return typeof minimum === 'number' ? minimum : 1;
  return kind === 'boolean' ? true : 'Paris';
}
