import { Readable } from 'node:stream';
import { aParsedCall } from '../../../test/support/build-calls';
import { identifyCall, type IdentifiedCall } from './identify-call';

const path = '/v1/chat/completions';
const call = aParsedCall();
const identify = (changes: Partial<IdentifiedCall> = {}, key = 'key', at = path) =>
  identifyCall({ ...call, ...changes }, at, key);

const aFile = (text: string, fileName = 'a.wav') => ({
  fieldName: 'file',
  fileName,
  contentType: 'audio/wav',
  bytes: Buffer.byteLength(text),
  open: () => Readable.from([Buffer.from(text)]),
  read: async () => Buffer.from(text),
});

describe('a call with an Idempotency-Key', () => {
  it('is found again by its caller, path and key, without showing them', async () => {
    const { id } = await identify();
    expect((await identify({ bodyText: 'another' })).id).toBe(id);
    expect(id).toMatch(/^[\w-]{43}$/);
    const others = [
      await identify({}, 'other key'),
      await identify({}, 'key', '/v1/embeddings'),
      await identify({ caller: { ...call.caller, keyId: 'key_2' } }),
      await identify({ caller: { ...call.caller, sessionId: 'sess_2' } }),
    ];
    expect(new Set([id, ...others.map((other) => other.id)]).size).toBe(5);
  });

  it('is the same request if body, files and the headers with a meaning are the same', async () => {
    const { fingerprint } = await identify();
    expect((await identify({ ulid: 'another' })).fingerprint).toBe(fingerprint);
    const files = [aFile('sound')];
    const form = (await identify({ files })).fingerprint;
    expect((await identify({ files: [aFile('sound')] })).fingerprint).toBe(form);
    const others = [
      await identify({ bodyText: `${call.bodyText} ` }),
      await identify({ clientHeaders: { 'anthropic-beta': 'x' } }),
      await identify({ files: [aFile('noise')] }),
      await identify({ files: [aFile('sound', 'b.wav')] }),
    ];
    const all = [fingerprint, form, ...others.map((other) => other.fingerprint)];
    expect(new Set(all).size).toBe(6);
  });
});
