import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { runOut } from '@tollgate/http';
import busboy from 'busboy';
import { FileSink } from './file-sink';
import { MultipartError, type MultipartFault } from './multipart-error';
import { multipartDefaults, type MultipartLimits } from './multipart-limits';
import type { ReceivedFile, ReceivedForm } from './received-form';

type Request = Pick<IncomingMessage, 'headers'> & Readable;

const formPattern = /^multipart\/form-data\s*(;|$)/i;

export function isMultipart(request: Pick<IncomingMessage, 'headers'>): boolean {
  return formPattern.test(request.headers['content-type'] ?? '');
}

/** Reads a whole form within its limits; raises only MultipartError, with everything put away. */
export async function receiveMultipart(
  request: Request,
  limits: MultipartLimits,
): Promise<ReceivedForm> {
  const receiver = new Receiver(request, limits);
  try {
    return await receiver.receive();
  } catch (error) {
    const isBegun = request.readableFlowing !== null;
    await Promise.all([receiver.dispose(), isBegun && runOut(request, limits.lingerMsMax)]);
    throw error instanceof MultipartError
      ? error
      : new MultipartError('malformed', undefined, { cause: error });
  }
}

class Receiver {
  readonly #request: Request;
  readonly #limits: Required<MultipartLimits>;
  readonly #fields = new Map<string, string[]>();
  readonly #sinks: FileSink[] = [];
  readonly #files: Promise<ReceivedFile>[] = [];
  readonly #streams: Readable[] = [];
  #bytes = 0;
  /** Set when the request is at its end. */
  #stall: NodeJS.Timeout | undefined;

  constructor(request: Request, limits: MultipartLimits) {
    this.#request = request;
    this.#limits = { ...multipartDefaults, ...limits };
  }

  async receive(): Promise<ReceivedForm> {
    const parser = this.#createParser();
    await this.#feed(parser);
    const files = await Promise.all(this.#files);
    return { fields: this.#fields, files, dispose: () => this.dispose() };
  }

  async dispose(): Promise<void> {
    await Promise.allSettled(this.#sinks.map((sink) => sink.dispose()));
    await Promise.allSettled(this.#files);
    // A sink that was opening its file meanwhile has one now.
    await Promise.allSettled(this.#sinks.map((sink) => sink.dispose()));
  }

  #createParser(): busboy.Busboy {
    const { headers } = this.#request;
    if (!isMultipart(this.#request)) throw new MultipartError('not_multipart');
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') throw new MultipartError('malformed');
    if (Number(headers['content-length'] ?? 0) > this.#limits.totalBytesMax) {
      throw new MultipartError('total_too_large');
    }
    const { fieldBytesMax, fieldsMax, fileBytesMax, filesMax } = this.#limits;
    return busboy({
      headers,
      defParamCharset: 'utf8',
      limits: {
        // The parser calls what is exactly as long as its limit too long.
        fieldSize: fieldBytesMax + 1,
        fields: fieldsMax,
        fileSize: fileBytesMax + 1,
        files: filesMax,
        headerPairs: multipartDefaults.headerPairsMax,
      },
    });
  }

  /** Settles when the form is whole or at its first fault, whichever side it comes from. */
  #feed(parser: busboy.Busboy): Promise<void> {
    const request = this.#request;
    return new Promise<void>((resolve, reject) => {
      const stop = (error: Error): void => {
        clearTimeout(this.#stall);
        request.unpipe(parser);
        request.off('data', count);
        // The rest is discarded: otherwise the connection would wait for a reader forever.
        request.resume();
        parser.destroy();
        // Those that are still being read fail, too: `dispose` waits for them.
        for (const stream of this.#streams) stream.destroy(error);
        reject(error);
      };
      const fail = (fault: MultipartFault, fieldName?: string): void =>
        stop(new MultipartError(fault, fieldName));
      const count = (chunk: Buffer): void => {
        this.#bytes += chunk.length;
        if (this.#bytes > this.#limits.totalBytesMax) fail('total_too_large');
      };
      const onGone = (): void => {
        if (!request.readableEnded) fail('aborted');
      };
      request.on('data', count).once('close', onGone).on('error', onGone);
      // The parser waits forever for the end of a file that is cut off.
      const watch = (): void => {
        this.#stall = setTimeout(() => fail('malformed'), this.#limits.stallMsMax);
      };
      request.once('end', watch);
      parser.on('error', (error) => stop(error as Error));
      parser.on('close', () => {
        clearTimeout(this.#stall);
        request.off('data', count).off('close', onGone).off('end', watch);
        resolve();
      });
      this.#listen(parser, fail);
      request.pipe(parser);
    });
  }

  #listen(parser: busboy.Busboy, fail: (fault: MultipartFault, fieldName?: string) => void): void {
    parser.on('filesLimit', () => fail('too_many_files'));
    parser.on('fieldsLimit', () => fail('too_many_fields'));
    parser.on('field', (name: string | undefined, value, info) => {
      if (!isName(name)) fail('malformed');
      else if (info.valueTruncated) fail('field_too_large', name);
      else this.#fields.set(name, [...(this.#fields.get(name) ?? []), value]);
    });
    parser.on('file', (name: string | undefined, stream, info) => {
      this.#streams.push(stream);
      stream.on('limit', () => fail('file_too_large', name));
      if (!isName(name)) {
        stream.on('error', () => undefined).resume();
        fail('malformed');
        return;
      }
      const file = this.#take(stream, name, info);
      // Its fault reaches the caller through `receive` or is that of the whole form.
      file.catch(() => fail('malformed', name));
      this.#files.push(file);
    });
  }

  async #take(stream: Readable, name: string, info: busboy.FileInfo): Promise<ReceivedFile> {
    const sink = new FileSink(this.#limits.memoryBytesMax);
    this.#sinks.push(sink);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      await sink.write(chunk);
      this.#stall?.refresh();
    }
    const fileName = (info.filename as string | undefined) ?? '';
    return sink.finish({ fieldName: name, fileName, contentType: info.mimeType });
  }
}

function isName(name: string | undefined): name is string {
  return name !== undefined && name.length <= multipartDefaults.nameLengthMax;
}
