import { asFields, editJson, isFields, asText, type Fields } from '@tollgate/model-kit';

export interface ChatBody {
  readonly bodyText: string;
  readonly body: Fields;
}

/**
 * Converts what editors and old clients send into the current shape: flat tools, tool choices as
 * objects, functions. Only members that need it are rewritten; most requests need nothing.
 */
export function coerceRequest({ body, bodyText }: ChatBody): ChatBody {
  const changes = new Map<string, unknown>();
  coerceFunctions(body, changes);
  note(changes, 'tools', coerceTools(changes.get('tools') ?? body['tools']));
  note(changes, 'tool_choice', coerceToolChoice(body['tool_choice']));
  note(changes, 'messages', coerceMessages(body['messages']));
  if (changes.size === 0) return { body, bodyText };
  const edits = [...changes].map(
    ([name, value]) => [name, value === undefined ? undefined : JSON.stringify(value)] as const,
  );
  const kept = Object.entries({ ...body, ...Object.fromEntries(changes) }).filter(
    ([, value]) => value !== undefined,
  );
  return { body: Object.fromEntries(kept), bodyText: editJson(bodyText, new Map(edits)) };
}

/** Undefined means that the value is right as it is. */
function note(changes: Map<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) changes.set(name, value);
}

/** The fields that tools were called by before they were tools. */
function coerceFunctions(body: Fields, changes: Map<string, unknown>): void {
  const { function_call: choice, functions } = body;
  if (Array.isArray(functions)) {
    changes.set('functions', undefined);
    if (body['tools'] == null) {
      const tools = functions.map((definition: unknown) => ({
        type: 'function',
        function: definition,
      }));
      changes.set('tools', tools);
    }
  }
  if (choice === undefined) return;
  changes.set('function_call', undefined);
  if (body['tool_choice'] != null || choice === null) return;
  const name = asFields(choice)['name'];
  changes.set(
    'tool_choice',
    name === undefined ? choice : { type: 'function', function: { name } },
  );
}

function coerceTools(tools: unknown): unknown {
  if (!Array.isArray(tools) || !tools.some(isFlat)) return undefined;
  return tools.map((tool: unknown) => (isFlat(tool) ? wrapTool(tool) : tool));
}

function isFlat(tool: unknown): tool is Fields {
  if (!isFields(tool)) return false;
  const { function: definition, name, type } = tool;
  if (definition !== undefined) return type === undefined;
  return typeof name === 'string' && (type === undefined || type === 'function');
}

function wrapTool(tool: Fields): Fields {
  const { function: definition, type: _type, ...flat } = tool;
  if (definition !== undefined) return { type: 'function', function: definition, ...flat };
  const { cache_control: marker, input_schema: schema, ...rest } = flat;
  return {
    type: 'function',
    function: schema === undefined ? rest : { ...rest, parameters: schema },
    ...(marker === undefined ? {} : { cache_control: marker }),
  };
}

const choiceWords: Readonly<Record<string, string>> = {
  auto: 'auto',
  none: 'none',
  required: 'required',
  any: 'required',
};

function coerceToolChoice(choice: unknown): unknown {
  if (!isFields(choice)) return undefined;
  const { function: definition, name, type } = choice;
  if (typeof type === 'string' && Object.hasOwn(choiceWords, type)) return choiceWords[type];
  const isFlatName = typeof name === 'string' && definition === undefined;
  const isNamed = isFlatName && (type === 'function' || type === 'tool');
  return isNamed ? { type: 'function', function: { name } } : undefined;
}

/**
 * Messages of the time when a model called one function by name: the call and its result get the
 * id that binds them now. Made from the place, so that the same prompt gives the same bytes.
 */
function coerceMessages(messages: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(messages) || !messages.some(isLegacy)) return undefined;
  const idByName = new Map<string, string>();
  return messages.map((message: unknown, index) =>
    isLegacy(message) ? coerceMessage(message, `call_${index}`, idByName) : message,
  );
}

function isLegacy(message: unknown): message is Fields {
  if (!isFields(message)) return false;
  const { function_call: call, role } = message;
  return role === 'function' || (role === 'assistant' && call !== undefined);
}

function coerceMessage(message: Fields, madeId: string, idByName: Map<string, string>): Fields {
  if (message['role'] === 'function') {
    const name = asText(message['name']) ?? '';
    const id = asText(message['tool_call_id']) ?? idByName.get(name);
    return { ...message, role: 'tool', ...(id === undefined ? {} : { tool_call_id: id }) };
  }
  const { function_call: call, ...rest } = message;
  if (!isFields(call) || message['tool_calls'] != null) return rest;
  const { arguments: text, name } = asFields(call);
  idByName.set(asText(name) ?? '', madeId);
  const called = { id: madeId, type: 'function', function: { name, arguments: text ?? '' } };
  return { ...rest, tool_calls: [called] };
}
