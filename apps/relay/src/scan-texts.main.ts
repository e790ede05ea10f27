import { parentPort } from 'node:worker_threads';
import { answerScan, type ScanJob } from './call/review/moderation/answer-scan';

/** A worker thread for scans that would block the event loop. */
const port = parentPort;
port?.on('message', (job: ScanJob) => port.postMessage(answerScan(job)));
