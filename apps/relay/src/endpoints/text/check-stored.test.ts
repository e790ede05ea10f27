import type { AppError } from '@tollgate/errors';
import { aParsedCall, type CallChanges } from '../../../test/support/build-calls';
import { checkStored } from './check-stored';

function refusedParam(changes: CallChanges): unknown {
  try {
    aParsedCall(changes);
  } catch (error) {
    const { param, reason } = error as AppError;
    return reason === 'unsupported_param' ? param : reason;
  }
  return undefined;
}

const user = (...content: object[]) => [{ role: 'user', content }];

describe('references to files at a provider', () => {
  it.each<[CallChanges, string]>([
    [
      {
        dialect: 'messages',
        body: { messages: user({ type: 'document', source: { type: 'file', file_id: 'f' } }) },
      },
      'messages.0.content.0.source.file_id',
    ],
    [
      {
        dialect: 'messages',
        body: { messages: user({ type: 'container_upload', file_id: 'f' }) },
      },
      'messages.0.content.0.file_id',
    ],
    [{ dialect: 'messages', body: { container: 'container_1' } }, 'container'],
    [{ dialect: 'messages', body: { container: { id: 'c', skills: [] } } }, 'container.id'],
    [
      {
        dialect: 'responses',
        body: { input: user({ type: 'input_image', file_id: 'f' }) },
      },
      'input.0.content.0.file_id',
    ],
    [
      {
        dialect: 'responses',
        body: {
          input: [
            { type: 'computer_call_output', call_id: 'c', output: { type: 'x', file_id: 'f' } },
          ],
        },
      },
      'input.0.output.file_id',
    ],
    [
      {
        dialect: 'responses',
        body: { tools: [{ type: 'code_interpreter', container: 'cntr_1' }] },
      },
      'tools.0.container',
    ],
    [
      {
        dialect: 'responses',
        body: { tools: [{ type: 'code_interpreter', container: { file_ids: ['f'] } }] },
      },
      'tools.0.container.file_ids',
    ],
    [
      {
        dialect: 'responses',
        body: { tools: [{ type: 'shell', environment: { container_id: 'c' } }] },
      },
      'tools.0.environment.container_id',
    ],
    [
      { dialect: 'chat', body: { messages: user({ type: 'file', file: { file_id: 'f' } }) } },
      'messages.0.content.0',
    ],
    [
      { dialect: 'chat', body: { messages: user({ type: 'of_tomorrow', file_id: 'f' }) } },
      'messages.0.content.0.file_id',
    ],
  ])('are refused: %j', (changes, param) => {
    expect(refusedParam(changes)).toBe(param);
  });

  it('are refused in escapes', () => {
    const block = { type: 'document', source: { file_id: 'f' } };
    const body = { messages: user(block) };
    const bodyText = JSON.stringify(body).replace('file_id', 'file\\u005fid');
    expect(JSON.parse(bodyText)).toEqual(body);
    expect(() => checkStored({ body, bodyText })).toThrow('file_id is not supported');
  });

  it.each<CallChanges>([
    {
      dialect: 'messages',
      body: {
        tools: [{ name: 'f', input_schema: { type: 'object', properties: { file_id: {} } } }],
        messages: [
          { role: 'user', content: 'file_id' },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 't', name: 'f', input: { file_id: 'mine' } }],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
        ],
      },
    },
    {
      dialect: 'chat',
      body: {
        tools: [
          {
            type: 'function',
            function: { name: 'f', parameters: { type: 'object', properties: { file_id: {} } } },
          },
        ],
      },
    },
    { dialect: 'responses', body: { container: undefined, tools: [] } },
  ])('are not confused with names of the caller: %j', (changes) => {
    expect(refusedParam(changes)).toBeUndefined();
  });
});
