import { parentPort } from 'node:worker_threads';
import { answerScan, type ScanJob } from './call/review/moderation/answer-scan';

/** A thread of its own for texts that would keep everybody else waiting. */
const port = parentPort;
port?.on('message', (job: ScanJob) => port.postMessage(answerScan(job)));
