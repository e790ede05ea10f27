import type { DialectName, ProviderProtocol } from '@tollgate/model-spec';
import { makeUpstreamTarget } from '@tollgate/testing';
import { adapters } from '../src/call/route/adapters';
import { dialects } from '../src/endpoints/text/dialects';

interface GivenFile {
  readonly type: string;
  readonly data: string;
  readonly name?: string;
}

const encode = (text: string): string => Buffer.from(text).toString('base64');
const pdf = { type: 'application/pdf', data: encode('%PDF-1.7'), name: 'plan.pdf' };
const csv = { type: 'text/csv', data: encode('a,b'), name: 'table.csv' };
const png = { type: 'image/png', data: encode('png'), name: 'photo.png' };
const docx = {
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  data: encode('PK'),
  name: 'letter.docx',
};

const writeUri = ({ data, type }: GivenFile): string => `data:${type};base64,${data}`;

/** A file and a question, as a client of each dialect sends them. */
const ask: Readonly<Record<DialectName, (file: GivenFile) => Record<string, unknown>>> = {
  chat: (file) => {
    const part = { type: 'file', file: { filename: file.name, file_data: writeUri(file) } };
    const content = [{ type: 'text', text: 'Sum up' }, part];
    return { model: 'm', messages: [{ role: 'user', content }] };
  },
  responses: (file) => {
    const block = { type: 'input_file', filename: file.name, file_data: writeUri(file) };
    const content = [{ type: 'input_text', text: 'Sum up' }, block];
    return { model: 'm', input: [{ role: 'user', content }] };
  },
  messages: ({ data, name, type }) => {
    const source = { type: 'base64', media_type: type, data };
    const content = [
      { type: 'text', text: 'Sum up' },
      { type: 'document', source, title: name },
    ];
    return { model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] };
  },
};

type Write = (file: GivenFile) => unknown;

const toClaude: Write = ({ data, name, type }) => ({
  type: 'document',
  source: { type: 'base64', media_type: type, data },
  title: name,
});
const toChat: Write = (file) => ({
  type: 'file',
  file: { filename: file.name ?? 'file.pdf', file_data: writeUri(file) },
});
const toGemini: Write = ({ data, type }) => ({ inlineData: { mimeType: type, data } });

/** A PDF in the words of each protocol. */
const pdfs: Readonly<Record<ProviderProtocol, Write>> = {
  openai: toChat,
  azure: toChat,
  responses: (file) => ({
    type: 'input_file',
    filename: file.name ?? 'file.pdf',
    file_data: writeUri(file),
  }),
  anthropic: toClaude,
  'vertex-anthropic': toClaude,
  gemini: toGemini,
  vertex: toGemini,
  bedrock: ({ data, name }) => ({
    document: {
      format: 'pdf',
      name: name?.replace('.pdf', '') ?? 'document',
      source: { bytes: data },
    },
  }),
};

const claudeText = {
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: 'a,b' },
  title: csv.name,
};
const inlined = `${csv.name}:\na,b`;
const texts: Readonly<Record<ProviderProtocol, unknown>> = {
  openai: { type: 'text', text: inlined },
  azure: { type: 'text', text: inlined },
  responses: { type: 'input_text', text: inlined },
  anthropic: claudeText,
  'vertex-anthropic': claudeText,
  gemini: toGemini(csv),
  vertex: toGemini(csv),
  bedrock: { document: { format: 'txt', name: 'table', source: { bytes: csv.data } } },
};

const claudeImage = {
  type: 'image',
  source: { type: 'base64', media_type: png.type, data: png.data },
};
const images: Readonly<Record<ProviderProtocol, unknown>> = {
  openai: { type: 'image_url', image_url: { url: writeUri(png) } },
  azure: { type: 'image_url', image_url: { url: writeUri(png) } },
  responses: { type: 'input_image', image_url: writeUri(png), detail: 'auto' },
  anthropic: claudeImage,
  'vertex-anthropic': claudeImage,
  gemini: toGemini(png),
  vertex: toGemini(png),
  bedrock: { image: { format: 'png', source: { bytes: png.data } } },
};

const pairs = (Object.keys(dialects) as DialectName[]).flatMap((dialect) =>
  (Object.keys(adapters) as ProviderProtocol[]).map((protocol) => [dialect, protocol] as const),
);

/** The body as it is sent to a provider of this protocol. Raises AppError. */
function send(dialect: DialectName, protocol: ProviderProtocol, file: GivenFile): string {
  const given = ask[dialect](file);
  const { body, bodyText, toNeutral } = dialects[dialect].parseRequest(
    JSON.stringify(given),
    given,
  );
  const adapter = adapters[protocol];
  const target = makeUpstreamTarget({ upstreamModel: 'us.anthropic.claude-sonnet-4-5-v1:0' });
  const isStreaming = false;
  const request =
    adapter.nativeDialect === dialect
      ? adapter.forwardRequest({ body, bodyText, isStreaming, target, clientHeaders: {} })
      : adapter.translate({ request: toNeutral(), isStreaming, target }).request;
  return request.body;
}

describe.each(pairs)('a file in %s to a provider of the %s protocol', (dialect, protocol) => {
  const isNative = adapters[protocol].nativeDialect === dialect;

  it('is a PDF there', () => {
    expect(send(dialect, protocol, pdf)).toContain(JSON.stringify(pdfs[protocol](pdf)));
  });

  if (isNative) return;

  it('needs no name', () => {
    const { data, type } = pdf;
    const written = JSON.stringify(pdfs[protocol]({ data, type }));
    expect(send(dialect, protocol, { data, type })).toContain(written);
  });

  it('is found to be a PDF by its content', () => {
    const unknown = { ...pdf, type: 'application/octet-stream' };
    expect(send(dialect, protocol, unknown)).toContain(JSON.stringify(pdfs[protocol](pdf)));
  });

  it('is a text or an image in the form that the provider has for it', () => {
    expect(send(dialect, protocol, csv)).toContain(JSON.stringify(texts[protocol]));
    expect(send(dialect, protocol, png)).toContain(JSON.stringify(images[protocol]));
  });

  it('of another kind is refused with the remedy, unless the provider reads it', () => {
    if (protocol === 'responses' || protocol === 'bedrock') {
      expect(send(dialect, protocol, docx)).toContain(docx.data);
      return;
    }
    expect(() => send(dialect, protocol, docx)).toThrow(
      expect.objectContaining({
        reason: 'unsupported_param',
        message: expect.stringContaining('convert it') as string,
      }) as Error,
    );
  });
});
