import { gzipSync } from 'node:zlib';
import { makePng } from '../domain/media/make-png';
import type { Route } from './exchange';

const hugeBytes = 40 * 1024 * 1024;
const pieceBytes = 1024 * 1024;
const script = '<script>document.title = "taken over"</script>';

/** GET /v1/images/files/{name}: what images are behind addresses, and what should not be there. */
export const imageFilesRoute: Route = async (_request, response, path) => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [kind] = name.split('-');
  const png = makePng({ seed: name });
  switch (kind) {
    case 'page':
      response.writeHead(200, { 'content-type': 'image/png' }).end(`<!doctype html>${script}`);
      return;
    case 'drawing':
      response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`);
      return;
    case 'elsewhere':
      response.writeHead(302, { location: '/v1/images/files/url-other.png' }).end();
      return;
    case 'packed':
      response
        .writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' })
        .end(gzipSync(png));
      return;
    case 'huge':
      response.writeHead(200, { 'content-type': 'image/png' });
      response.write(png);
      for (let bytes = 0; bytes < hugeBytes && !response.destroyed; bytes += pieceBytes) {
        if (!response.write(Buffer.alloc(pieceBytes)))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
      }
      response.end();
      return;
    default:
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': png.length });
      response.end(png);
  }
};
