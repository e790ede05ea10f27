import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/** The first hop of the yardstick: Express and http-proxy-middleware, and nothing else. */
const [port, target] = process.argv.slice(2);
const app = express();
app.disable('x-powered-by');
app.use(createProxyMiddleware({ target: target ?? '', agent: new Agent({ keepAlive: true }) }));
app.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
