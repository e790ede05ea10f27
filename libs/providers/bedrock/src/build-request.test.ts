import type { NeutralRequest, UpstreamTarget } from '@tollgate/model-spec';
import { makeNeutralRequest, makeUpstreamTarget } from '@tollgate/testing';
import { translate } from './build-request';

const claude = { upstreamModel: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0' };
const aws = {
  accessKeyId: 'AKIDEXAMPLE000000001',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: 'session/token+0123456789==',
  region: 'eu-west-1',
};

function send(
  request: Partial<NeutralRequest>,
  target: Partial<UpstreamTarget> = claude,
  isStreaming = false,
) {
  const translation = translate({
    request: makeNeutralRequest(request),
    isStreaming,
    target: makeUpstreamTarget(target),
  });
  return { ...translation.request, json: JSON.parse(translation.request.body) as unknown };
}
const image = (url: string) =>
  ({ messages: [{ role: 'user', parts: [{ type: 'image', url }] }] }) as const;
const file = (filename: string, dataUri: string) =>
  ({ messages: [{ role: 'user', parts: [{ type: 'file', filename, dataUri }] }] }) as const;
const call = { type: 'tool-call', id: 'call_1', name: 'find', arguments: '{"a":1}' } as const;
const withCall = [
  { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
  { role: 'assistant', parts: [call] },
  { role: 'tool', callId: 'call_1', parts: [{ type: 'text', text: '' }], isError: true },
] as const;

describe('a request to Bedrock', () => {
  it('has the model, the profile or its ARN encoded in the path', () => {
    expect(send({}).url).toBe(
      'https://upstream.test/v1/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse',
    );
    const arn = 'arn:aws:bedrock:us-east-1:1:application-inference-profile/abc';
    expect(send({}, { upstreamModel: arn }, true).url).toBe(
      'https://upstream.test/v1/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3A' +
        'application-inference-profile%2Fabc/converse-stream',
    );
  });

  it('is signed at the moment of sending with credentials of AWS', async () => {
    const { authorize, headers } = send({}, { ...claude, apiKey: JSON.stringify(aws) });
    expect(headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(headers)).not.toContain(aws.secretAccessKey);
    const signed = await authorize?.({ getToken: () => Promise.reject(new Error('unused')) });
    expect(signed).toMatchObject({
      authorization: expect.stringContaining('/eu-west-1/bedrock/aws4_request'),
      'x-amz-security-token': aws.sessionToken,
    });
  });

  it('is not sent with credentials that cannot be used', () => {
    expect(() => send({}, { apiKey: '{"accessKeyId":1}' })).toThrow(
      expect.objectContaining({ reason: 'upstream_auth_failed' }) as Error,
    );
  });

  it('has cache points behind what the caller marked, for models that take them', () => {
    const cacheControl = { type: 'ephemeral', ttl: '1h' };
    const request: Partial<NeutralRequest> = {
      messages: [
        { role: 'system', parts: [{ type: 'text', text: 'Be kind', cacheControl }] },
        {
          role: 'user',
          parts: [{ type: 'text', text: 'Hi', cacheControl: { type: 'ephemeral' } }],
        },
      ],
      tools: [{ name: 'find', cacheControl }],
    };
    const cachePoint = { type: 'default', ttl: '1h' };
    const tool = {
      toolSpec: { name: 'find', inputSchema: { json: { type: 'object', properties: {} } } },
    };
    expect(send(request).json).toMatchObject({
      system: [{ text: 'Be kind' }, { cachePoint }],
      messages: [{ content: [{ text: 'Hi' }, { cachePoint: { type: 'default' } }] }],
      toolConfig: { tools: [tool, { cachePoint }] },
    });
    expect(send(request, { upstreamModel: 'meta.llama3-70b' }).body).not.toContain('cachePoint');
  });

  it('has no blank system text, which Bedrock refuses', () => {
    const blank = { role: 'system', parts: [{ type: 'text', text: ' ' }] } as const;
    const user = { role: 'user', parts: [{ type: 'text', text: 'Hi' }] } as const;
    const rules = { role: 'system', parts: [{ type: 'text', text: 'Be kind' }] } as const;
    const messages = [{ role: 'user', content: [{ text: 'Hi' }] }];
    expect(send({ messages: [blank, user] }).json).toMatchObject({ messages });
    expect(send({ messages: [blank, user] }).json).not.toHaveProperty('system');
    expect(send({ messages: [blank, rules, user] }).json).toMatchObject({
      ...{ messages, system: [{ text: 'Be kind' }] },
    });
    const late = send({ messages: [user, blank, user] }).body;
    expect(late).not.toContain('" "');
  });

  it('has images and documents as bytes, with names that Bedrock takes', () => {
    expect(send(image('data:image/jpg;base64,AAAA')).json).toMatchObject({
      messages: [{ content: [{ image: { format: 'jpeg', source: { bytes: 'AAAA' } } }] }],
    });
    expect(send(file("John's  report #1.pdf", 'data:application/pdf;base64,AA==')).json).toEqual(
      expect.objectContaining({
        messages: [
          {
            role: 'user',
            content: [
              { document: { format: 'pdf', name: 'John s report 1', source: { bytes: 'AA==' } } },
              { text: '.' },
            ],
          },
        ],
      }),
    );
    expect(send(file('…', 'data:text/plain;base64,SGk=')).json).toMatchObject({
      messages: [
        {
          content: [
            { document: { format: 'txt', name: 'document', source: { bytes: 'SGk=' } } },
            { text: '.' },
          ],
        },
      ],
    });
  });

  it('names documents of the same name apart, and adds no text beside one', () => {
    const pdf = { type: 'file', filename: 'a.pdf', dataUri: 'data:application/pdf;base64,AA==' };
    const parts = [{ type: 'text', text: 'Compare' }, pdf, pdf, { ...pdf, filename: 'a.doc' }];
    const { json } = send({ messages: [{ role: 'user', parts }] as never });
    expect(json).toMatchObject({
      messages: [
        {
          content: [
            { text: 'Compare' },
            { document: { name: 'a' } },
            { document: { name: 'a (2)' } },
            { document: { name: 'a (3)' } },
          ],
        },
      ],
    });
  });

  it.each(['https://images.test/a.png', 'data:image/tiff;base64,AAAA'])(
    'is refused with the image %s',
    (url) => {
      expect(() => send(image(url))).toThrow(
        expect.objectContaining({ reason: 'unsupported_param' }) as Error,
      );
    },
  );

  it('declares the tools of earlier calls when it offers none, and fills empty results', () => {
    expect(send({ messages: withCall }).json).toMatchObject({
      messages: [
        {},
        { content: [{ toolUse: { toolUseId: 'call_1', name: 'find', input: { a: 1 } } }] },
        {
          content: [
            {
              toolResult: { toolUseId: 'call_1', status: 'error', content: [{ text: '(empty)' }] },
            },
          ],
        },
      ],
      toolConfig: {
        tools: [{ toolSpec: { name: 'find', inputSchema: { json: { type: 'object' } } } }],
      },
    });
  });

  it.each([
    ['auto', { auto: {} }],
    ['required', { any: {} }],
    [{ name: 'find' }, { tool: { name: 'find' } }],
  ] as const)('has the choice %j under its own name', (toolChoice, wire) => {
    expect(send({ tools: [{ name: 'find' }], toolChoice }).json).toMatchObject({
      toolConfig: { toolChoice: wire },
    });
  });

  it('leaves the tools out when none may be called', () => {
    const request = { tools: [{ name: 'find' }], toolChoice: 'none' as const };
    expect(send(request).json).not.toHaveProperty('toolConfig');
    const later = send({ ...request, messages: withCall }).json as { toolConfig: object };
    expect(later.toolConfig).not.toHaveProperty('toolChoice');
  });

  it.each<[string, Partial<UpstreamTarget>, object | undefined]>([
    ['Claude', claude, { thinking: { type: 'enabled', budget_tokens: 4096 }, top_k: 5 }],
    [
      'Nova 2',
      { upstreamModel: 'us.amazon.nova-2-lite-v1:0' },
      {
        inferenceConfig: { topK: 5 },
        reasoningConfig: { type: 'enabled', maxReasoningEffort: 'medium' },
      },
    ],
    ['Nova', { upstreamModel: 'amazon.nova-pro-v1:0' }, { inferenceConfig: { topK: 5 } }],
    ['Mistral', { upstreamModel: 'mistral.mistral-large-2402-v1:0' }, { top_k: 5 }],
    ['gpt-oss', { upstreamModel: 'openai.gpt-oss-120b-1:0' }, { reasoning_effort: 'medium' }],
    ['Llama', { upstreamModel: 'meta.llama3-1-70b-instruct-v1:0' }, undefined],
  ])('has the thinking and sampling of %s in its own fields', (_name, target, fields) => {
    const { json } = send({ reasoning: { effort: 'medium' }, topK: 5 }, target);
    const sent = json as { additionalModelRequestFields?: object };
    expect(sent.additionalModelRequestFields).toEqual(fields);
  });

  it('asks Claude which stop sequence was met', () => {
    const stop = ['END'];
    expect(send({ stop }).json).toMatchObject({
      inferenceConfig: { stopSequences: ['END'] },
      additionalModelResponseFieldPaths: ['/stop_sequence'],
    });
    expect(send({ stop }, claude, true).json).toMatchObject({
      additionalModelResponseFieldPaths: ['/delta/stop_sequence'],
    });
    expect(send({ stop }, {}).json).not.toHaveProperty('additionalModelResponseFieldPaths');
  });
});
