import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly message: string;
}

export interface SmtpServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  close(): Promise<void>;
}

interface Session {
  from: string;
  recipients: string[];
  data: string[] | undefined;
}

/** A mail server with just enough of RFC 5321 to accept a mail, or to refuse a recipient. */
export async function startSmtpServer(options: { refused?: string } = {}): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const session: Session = { from: '', recipients: [], data: undefined };
    let buffered = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.write('220 test ESMTP\r\n');
    socket.on('data', (chunk: Buffer) => {
      const lines = (buffered + chunk.toString('utf8')).split('\r\n');
      buffered = lines.pop() ?? '';
      for (const line of lines) {
        const answer = takeLine(session, line, mails, options.refused);
        if (answer !== '') socket.write(`${answer}\r\n`);
        if (answer.startsWith('221')) socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function takeLine(
  session: Session,
  line: string,
  mails: ReceivedMail[],
  refused: string | undefined,
): string {
  if (session.data !== undefined) return takeDataLine(session, line, mails);
  const address = /<(.*)>/.exec(line)?.[1] ?? '';
  const command = line.slice(0, 4).toUpperCase();
  if (command === 'EHLO') return '250 test';
  if (command === 'MAIL') session.from = address;
  if (command === 'RCPT') {
    if (address === refused) return '550 no such user';
    session.recipients.push(address);
  }
  if (command === 'DATA') {
    session.data = [];
    return '354 go on';
  }
  return command === 'QUIT' ? '221 bye' : '250 ok';
}

function takeDataLine(session: Session, line: string, mails: ReceivedMail[]): string {
  if (line !== '.') {
    session.data?.push(line.startsWith('..') ? line.slice(1) : line);
    return '';
  }
  const message = (session.data ?? []).map((dataLine) => `${dataLine}\r\n`).join('');
  mails.push({ from: session.from, recipients: [...session.recipients], message });
  session.data = undefined;
  session.recipients = [];
  return '250 queued';
}
