#!/usr/bin/env node
// Takes mails on port 1025 and counts them on port 8025 at /api/v1/info, as Mailpit does. `readyz`
// as argument checks whether it runs.
import { createServer as createHttpServer, get } from 'node:http';
import { createServer } from 'node:net';

const httpPort = 8025;
const smtpPort = 1025;

if (process.argv[2] === 'readyz') {
  get({ port: httpPort, path: '/readyz' }, ({ statusCode }) => {
    process.exit(statusCode === 200 ? 0 : 1);
  }).on('error', () => process.exit(1));
} else {
  serve();
}

function serve() {
  let mails = 0;
  createServer((socket) => {
    let isInMail = false;
    let rest = '';
    const say = (line) => socket.write(`${line}\r\n`);
    const take = (line) => {
      if (isInMail) {
        if (line !== '.') return;
        isInMail = false;
        mails += 1;
        say('250 kept');
      } else if (/^EHLO|^HELO/i.test(line)) say('250 mail');
      else if (/^DATA/i.test(line)) {
        isInMail = true;
        say('354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('250 fine');
    };
    say('220 mail');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop();
      lines.forEach(take);
    });
  }).listen(smtpPort);
  createHttpServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(request.url === '/readyz' ? 'ok' : JSON.stringify({ Messages: mails }));
  }).listen(httpPort);
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
}
