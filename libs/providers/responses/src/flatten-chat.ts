import { asFields, isFields, type Fields } from '@tollgate/model-kit';

/** A tool in Chat's nested form as Responses has it; undefined: it is not nested. */
export function flattenTool(tool: unknown): Fields | undefined {
  if (!isFields(tool)) return undefined;
  const inner = tool[String(tool['type'])];
  return isFields(inner) && 'name' in inner ? { type: tool['type'], ...inner } : undefined;
}

/** A choice in Chat's nested form, or a word inside an object; undefined: it is neither. */
export function flattenToolChoice(choice: unknown): unknown {
  if (!isFields(choice)) return undefined;
  const { type } = choice;
  if (type === 'auto' || type === 'none' || type === 'required') return type;
  return flattenTool(choice);
}

/** Chat's `response_format` as `text.format`; undefined: the request has none. */
export function flattenFormat(format: unknown): Fields | undefined {
  if (!isFields(format)) return undefined;
  if (format['type'] !== 'json_schema') return format;
  return { type: 'json_schema', ...asFields(format['json_schema']) };
}
