import { t } from '../../i18n/language';
import { toObject, type Tool } from './dialects/dialect';

export type ParsedTools = { readonly tools: readonly Tool[]; readonly error?: string };

const noParameters = { type: 'object', properties: {} };

/** Reads a JSON array of tools, with or without the frame of Chat Completions. Empty: no tools. */
export function parseTools(text: string): ParsedTools {
  if (text.trim() === '') return { tools: [] };
  try {
    const value: unknown = JSON.parse(text);
    const tools = (Array.isArray(value) ? value : [value]).map(readTool);
    return { tools };
  } catch (error) {
    return { tools: [], error: error instanceof Error ? error.message : String(error) };
  }
}

function readTool(value: unknown): Tool {
  const fields = toObject(value);
  const { description, name, parameters } = toObject(fields['function'] ?? fields);
  if (typeof name !== 'string' || name === '') throw new Error(t('Each tool needs a name.'));
  return {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    parameters: parameters === undefined ? noParameters : toObject(parameters),
  };
}
