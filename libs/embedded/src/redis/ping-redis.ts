import { connect } from 'node:net';

const answerTimeoutMs = 1_000;

/** Whether a Redis on loopback accepts the password and answers a PING. */
export function pingRedis(options: { port: number; password: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(options.port, '127.0.0.1');
    let answer = '';
    const finish = (isAlive: boolean): void => {
      socket.destroy();
      resolve(isAlive);
    };
    socket.setTimeout(answerTimeoutMs, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.on('connect', () => socket.write(`AUTH ${options.password}\r\nPING\r\n`));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.includes('+PONG')) finish(true);
      else if (answer.includes('-')) finish(false);
    });
  });
}
