// Starts Apache Kafka with settings from variables, as the image apache/kafka does: KAFKA_NODE_ID
// becomes node.id. `--check host:port` asks a broker for the versions of its API instead.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';

const java = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-cp', '/opt/kafka/libs/*'];
const settingsFile = '/tmp/server.properties';
/** The one that the image uses too. */
const clusterId = '5L6g3nShT-eMCtK--X86sw';
const answerTimeoutMs = 5_000;

const [option, address] = process.argv.slice(2);
if (option === '--check') check(address);
else start();

function start() {
  const lines = Object.entries(process.env)
    .filter(([name]) => name.startsWith('KAFKA_'))
    .map(([name, value]) => {
      const key = name.slice('KAFKA_'.length).toLowerCase().replaceAll('_', '.');
      return `${key}=${value}`;
    });
  writeFileSync(settingsFile, `${lines.join('\n')}\n`);
  const format = ['kafka.tools.StorageTool', 'format', '--ignore-formatted'];
  const storage = [...format, '-t', clusterId, '-c', settingsFile];
  const { status } = spawnSync('java', [...java, ...storage], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  const server = spawn('java', [...java, 'kafka.Kafka', settingsFile], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
}

/** Sends ApiVersions (key 18, version 0) and waits for any answer to it. */
function check(broker) {
  const [host, port] = broker.split(':');
  const body = Buffer.alloc(10);
  body.writeInt16BE(18, 0);
  body.writeInt16BE(0, 2);
  body.writeInt32BE(1, 4);
  // No client id.
  body.writeInt16BE(-1, 8);
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length, 0);
  const socket = connect(Number(port), host, () => socket.write(Buffer.concat([size, body])));
  socket.setTimeout(answerTimeoutMs, () => process.exit(1));
  socket.on('error', () => process.exit(1));
  socket.on('close', () => process.exit(1));
  socket.on('data', () => process.exit(0));
}
