import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  MultipartError,
  receiveMultipart,
  writeMultipart,
  type MultipartLimits,
  type ReceivedForm,
} from './index';
import type { MultipartFile } from './write-multipart';

const limits: MultipartLimits = {
  filesMax: 2,
  fileBytesMax: 1_000_000,
  totalBytesMax: 3_000_000,
  fieldsMax: 4,
  fieldBytesMax: 1_000,
};

function makeFile(bytes: Buffer, more: Partial<MultipartFile> = {}): MultipartFile {
  const open = (): Readable => Readable.from([bytes]);
  return { fileName: 'a.bin', contentType: 'audio/wav', bytes: bytes.length, open, ...more };
}

type Body = Readable & { headers: IncomingHttpHeaders };

function makeRequest(body: Readable, headers: IncomingHttpHeaders): Body {
  return Object.assign(body, { headers });
}

function send(form: ReturnType<typeof writeMultipart>): Body {
  const headers = { 'content-type': form.contentType };
  return makeRequest(form.open(), headers);
}

function sendText(text: string, boundary = 'b'): Body {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return makeRequest(Readable.from([Buffer.from(text)]), headers);
}

async function fault(
  received: Promise<ReceivedForm>,
): Promise<Pick<MultipartError, 'fault' | 'fieldName'>> {
  const error: unknown = await received.then(
    () => new Error('it was taken'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof MultipartError)) throw error;
  return { fault: error.fault, fieldName: error.fieldName };
}

describe('writeMultipart and receiveMultipart', () => {
  it('carry fields and files, small and large, as they are', async () => {
    const small = randomBytes(1_000);
    const large = randomBytes(900_000);
    const form = writeMultipart([
      { name: 'model', value: 'whisper-1' },
      { name: 'word[]', value: 'one' },
      { name: 'word[]', value: '' },
      { name: 'prompt', value: 'Grüße\r\n--b--\r\n' },
      { name: 'file', file: makeFile(small, { fileName: 'tür "1"\n.wav' }) },
      { name: 'image', file: makeFile(large, { contentType: 'a/b\r\nevil: 1' }) },
    ]);
    const received = await receiveMultipart(send(form), limits);
    expect([...received.fields]).toEqual([
      ['model', ['whisper-1']],
      ['word[]', ['one', '']],
      ['prompt', ['Grüße\r\n--b--\r\n']],
    ]);
    const [first, second] = received.files;
    expect(first).toMatchObject({ fieldName: 'file', contentType: 'audio/wav', bytes: 1_000 });
    expect(first?.fileName).toBe('tür %221%22%0A.wav');
    expect(second).toMatchObject({ contentType: 'application/octet-stream', bytes: 900_000 });
    expect((await first?.read())?.equals(small)).toBe(true);
    expect((await second?.read())?.equals(large)).toBe(true);
    await received.dispose();
  });

  it('have a known length and write the same bytes each time', async () => {
    const form = writeMultipart([
      { name: 'ü', value: 'ä' },
      { name: 'file', file: makeFile(randomBytes(300_000)) },
    ]);
    const [once, twice] = [await buffer(form.open()), await buffer(form.open())];
    expect(once.length).toBe(form.contentLength);
    expect(once.equals(twice)).toBe(true);
  });

  it('pass a received file on, repeatedly and concurrently', async () => {
    const large = randomBytes(700_000);
    const form = writeMultipart([{ name: 'file', file: makeFile(large) }]);
    const received = await receiveMultipart(send(form), limits);
    const [file] = received.files;
    const again = writeMultipart([{ name: 'file', file: file as MultipartFile }]);
    const bodies = await Promise.all([buffer(again.open()), buffer(again.open())]);
    for (const body of bodies) expect(body.includes(large)).toBe(true);
    await received.dispose();
    await received.dispose();
    await expect(file?.read()).rejects.toThrow('the form is gone');
  });

  it('waits for readers when the form is disposed of, and then fails them', async () => {
    const form = writeMultipart([{ name: 'file', file: makeFile(randomBytes(900_000)) }]);
    const received = await receiveMultipart(send(form), limits);
    const reader = received.files[0]?.open();
    const reading = buffer(reader as Readable);
    const disposed = received.dispose();
    await expect(reading).rejects.toThrow();
    await disposed;
  });
});

describe('receiveMultipart', () => {
  const part = (name: string, value = 'x'): { name: string; value: string } => ({ name, value });

  it('names the limit that a form breaks', async () => {
    const take = (parts: Parameters<typeof writeMultipart>[0]): ReturnType<typeof fault> =>
      fault(receiveMultipart(send(writeMultipart(parts)), limits));
    const file = makeFile(Buffer.alloc(10));
    const tooLarge = makeFile(Buffer.alloc(1_000_001));
    const million = makeFile(Buffer.alloc(1_000_000));
    const files = ['a', 'b', 'c'].map((name) => ({ name, file }));
    expect(await take(files)).toMatchObject({ fault: 'too_many_files' });
    expect(await take([{ name: 'f', file: tooLarge }])).toEqual({
      fault: 'file_too_large',
      fieldName: 'f',
    });
    const fields = ['a', 'b', 'c', 'd', 'e'].map((name) => part(name));
    expect(await take(fields)).toMatchObject({ fault: 'too_many_fields' });
    const long = part('p', 'x'.repeat(1_001));
    expect(await take([long])).toEqual({ fault: 'field_too_large', fieldName: 'p' });
    expect(await take([part('n'.repeat(101))])).toMatchObject({ fault: 'malformed' });
    const longName = { name: 'n'.repeat(101), file };
    expect(await take([longName])).toMatchObject({ fault: 'malformed' });
    const two = writeMultipart(['a', 'b'].map((name) => ({ name, file: million })));
    const total = { ...limits, totalBytesMax: 1_500_000 };
    expect(await fault(receiveMultipart(send(two), total))).toMatchObject({
      fault: 'total_too_large',
    });
  });

  it('lets the rest of a refused form run out, so that its connection is free again', async () => {
    const file = makeFile(randomBytes(1_000_001), { bytes: 1_000_001 });
    const after = makeFile(randomBytes(900_000));
    const body = send(
      writeMultipart([
        { name: 'a', file },
        { name: 'b', file: after },
      ]),
    );
    const ended = new Promise((resolve) => body.once('end', resolve));
    expect(await fault(receiveMultipart(body, limits))).toMatchObject({ fault: 'file_too_large' });
    await ended;
  });

  it('reaches a client that is still sending, after the rest or after a moment', async () => {
    async function* write(pieces: number): AsyncGenerator<Buffer> {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n');
      for (let piece = 0; piece < pieces; piece += 1) {
        await new Promise(setImmediate);
        yield Buffer.alloc(100_000);
      }
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const short = makeRequest(Readable.from(write(25), { objectMode: false }), headers);
    expect(await fault(receiveMultipart(short, limits))).toMatchObject({ fault: 'file_too_large' });
    expect(short.readableEnded).toBe(true);

    const endless = makeRequest(Readable.from(write(Infinity), { objectMode: false }), headers);
    const refused = receiveMultipart(endless, { ...limits, lingerMsMax: 20 });
    expect(await fault(refused)).toMatchObject({ fault: 'file_too_large' });
    expect(endless.readableEnded).toBe(false);
    endless.destroy();
  });

  it('accepts exactly as much as the limit', async () => {
    const million = makeFile(Buffer.alloc(1_000_000));
    const fields = ['a', 'b', 'c', 'd'].map((name) => part(name, 'x'.repeat(1_000)));
    const files = ['e', 'f'].map((name) => ({ name, file: million }));
    const received = await receiveMultipart(send(writeMultipart([...fields, ...files])), limits);
    expect(received.fields.size).toBe(4);
    expect(received.files.map(({ bytes }) => bytes)).toEqual([1_000_000, 1_000_000]);
    await received.dispose();
  });

  it('refuses a declared length at once', async () => {
    const body = send(writeMultipart([part('a')]));
    body.headers['content-length'] = '3000001';
    expect(await fault(receiveMultipart(body, limits))).toMatchObject({ fault: 'total_too_large' });
    expect(body.readableFlowing).toBeNull();
  });

  it.each([
    ['application/json', 'not_multipart'],
    ['multipart/mixed; boundary=b', 'not_multipart'],
    ['multipart/form-data', 'malformed'],
    ['multipart/form-data; boundary=', 'malformed'],
  ])('refuses %s as %s', async (type, expected) => {
    const request = makeRequest(Readable.from([]), { 'content-type': type });
    expect(await fault(receiveMultipart(request, limits))).toMatchObject({ fault: expected });
  });

  it('refuses a compressed body', async () => {
    const request = sendText('');
    request.headers['content-encoding'] = 'gzip';
    expect(await fault(receiveMultipart(request, limits))).toMatchObject({ fault: 'malformed' });
  });

  it.each([
    ['nothing at all', ''],
    ['no boundary', 'hello'],
    ['a part without an end', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nvalue'],
    ['a head without an end', '--b\r\nContent-Disposition: form-data; na'],
    [
      'a file without an end',
      '--b\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\nx',
    ],
    [
      'a giant head',
      `--b\r\nContent-Disposition: form-data; name="${'a'.repeat(100_000)}"\r\n\r\n`,
    ],
  ])('refuses %s', async (_, text) => {
    const received = receiveMultipart(sendText(text), limits);
    expect(await fault(received)).toMatchObject({ fault: 'malformed' });
  });

  it('does not wait for the end of a file behind the end of the form', async () => {
    const field = 'Content-Disposition: form-data; name="a"';
    const empty = `\r\n${field}\r\n\r\n\r\n--b`;
    const text = `--b--b${empty}${empty}\r\n${field}; filename="f"\r\n\r\n\r`;
    const chunks = [text, '\n--b--\r\n'].map((part) => Buffer.from(part));
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const request = makeRequest(Readable.from(chunks), headers);
    const received = receiveMultipart(request, { ...limits, stallMsMax: 20 });
    expect(await fault(received)).toMatchObject({ fault: 'malformed' });
  });

  it('is aborted with its client', async () => {
    const body = new Readable({ read: () => undefined });
    const request = makeRequest(body, { 'content-type': 'multipart/form-data; boundary=b' });
    const head = '--b\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\n';
    body.push(head + 'x'.repeat(500_000));
    const received = fault(receiveMultipart(request, limits));
    setTimeout(() => body.destroy(), 20);
    expect(await received).toMatchObject({ fault: 'aborted' });
  });

  it('keeps names of prototypes inert', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'constructor.prototype'];
    const form = writeMultipart(names.map((name) => part(name, '{"polluted":1}')));
    const received = await receiveMultipart(send(form), limits);
    expect([...received.fields.keys()]).toEqual(names);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    await received.dispose();
  });
});
