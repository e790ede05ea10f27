import { createGzip } from 'node:zlib';
import type { RequestHandler, Response } from 'express';
import { acceptsEncoding } from '../domain/document';
import { getContext, getRoute } from './request-context';

/** Smaller answers fit in one packet. Larger ones would fill the memory for slow clients. */
const bytesMin = 1_400;
const bytesMax = 4_000_000;

/**
 * Compresses the JSON of reads, such as lists of models, calls and keys, which the console loads
 * over slow connections, too. Model calls are no reads: they pass unchanged.
 */
export const compressReads: RequestHandler = (request, response, next) => {
  const { isLive, method } = getRoute(getContext(response));
  if (method === 'GET' && isLive !== true) {
    response.vary('Accept-Encoding');
    const accepted = String(request.headers['accept-encoding'] ?? '');
    if (acceptsEncoding(accepted, 'gzip')) compress(response);
  }
  next();
};

/** Decides at the first byte, when the headers of the answer are known but not sent. */
function compress(response: Response): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const begin = (bytes: unknown): void => {
    response.write = write;
    response.end = end;
    if (isWorthIt(response, Number(bytes))) pipeThroughGzip(response);
  };
  response.write = ((...values: Parameters<typeof write>) => {
    begin(response.getHeader('content-length'));
    return response.write(...values);
  }) as typeof write;
  response.end = ((...values: Parameters<typeof end>) => {
    begin(response.getHeader('content-length') ?? countBytes(values[0]));
    return response.end(...values);
  }) as typeof end;
}

/** Of an answer that is sent in one piece. */
function countBytes(chunk: unknown): number | undefined {
  return typeof chunk === 'string' || Buffer.isBuffer(chunk) ? Buffer.byteLength(chunk) : undefined;
}

function isWorthIt(response: Response, bytes: number): boolean {
  return (
    !response.headersSent &&
    response.statusCode === 200 &&
    !response.hasHeader('content-encoding') &&
    String(response.getHeader('content-type')).startsWith('application/json') &&
    bytes >= bytesMin &&
    bytes <= bytesMax
  );
}

/** The size of the answer is bounded, so the client's speed is left to Node's buffer. */
function pipeThroughGzip(response: Response): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const gzip = createGzip();
  response.removeHeader('content-length');
  response.setHeader('content-encoding', 'gzip');
  gzip.on('data', (chunk: Buffer) => write(chunk));
  gzip.once('end', () => end());
  response.once('close', () => gzip.destroy());
  response.write = (chunk: Buffer | string) => {
    gzip.write(chunk);
    return true;
  };
  response.end = ((chunk?: Buffer | string) => {
    gzip.end(chunk);
    return response;
  }) as typeof end;
}
