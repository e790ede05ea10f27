import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallLog } from '../domain/call-log';
import { parseBody } from '../domain/sim-request';
import { readBearer } from '../domain/protocols/read-bearer';
import { arkWire } from '../domain/videos/ark-wire';
import { dashscopeWire } from '../domain/videos/dashscope-wire';
import { geminiWire } from '../domain/videos/gemini-wire';
import { makeClip } from '../domain/videos/make-clip';
import { openaiWire } from '../domain/videos/openai-wire';
import { readState, type VideoJob, type VideoOrder } from '../domain/videos/video-job';
import type { VideoJobs } from '../domain/videos/video-jobs';
import type { JobView, VideoWire } from '../domain/videos/video-protocol';
import { readVideoScript } from '../domain/videos/video-script';
import { sendJson, type InferenceOptions, type Route } from './inference.route';
import { createPause } from './pause';
import { readKey } from './read-key';
import { readText } from './read-text';
import { sendErrorAnswer } from './send-error';

export interface VideoOptions extends InferenceOptions {
  readonly calls: CallLog;
  readonly videos: VideoJobs;
}

const garbage = '<html><body>not a job</body></html>';
const filePath = /^GET \/files\/videos\/([\w-]+)\.mp4$/;
const contentPath = /^GET \/v1\/videos\/([\w-]+)\/content$/;
const movedPath = /^GET (\/v1\/files\/[\w-]+:download)$/;
const downloadPath = /^GET \/download\/v1\/files\/([\w-]+):download$/;

const wires: readonly {
  readonly wire: VideoWire;
  /** Its group is the model, where the path names it. */
  readonly submit: RegExp;
  readonly poll: RegExp;
}[] = [
  { wire: openaiWire, submit: /^POST \/v1\/videos$/, poll: /^GET \/v1\/videos\/([\w-]+)$/ },
  {
    wire: arkWire,
    submit: /^POST \/v1\/contents\/generations\/tasks$/,
    poll: /^GET \/v1\/contents\/generations\/tasks\/([\w-]+)$/,
  },
  {
    wire: dashscopeWire,
    submit: /^POST \/v1\/services\/aigc\/video-generation\/video-synthesis$/,
    poll: /^GET \/v1\/tasks\/([\w-]+)$/,
  },
  {
    wire: geminiWire,
    submit: /^POST \/v1\/models\/([^/]+):predictLongRunning$/,
    poll: /^GET \/v1\/models\/veo\/operations\/([\w-]+)$/,
  },
];

/** The route of a method and a path, where one of the protocols of videos has it. */
export function findVideoRoute(name: string, options: VideoOptions): Route | undefined {
  for (const { poll, submit, wire } of wires) {
    const asked = submit.exec(name);
    if (asked !== null) return submitRoute(wire, decodeURIComponent(asked[1] ?? ''), options);
    const [, id] = poll.exec(name) ?? [];
    if (id !== undefined) return pollRoute(wire, id, options);
  }
  if (name === 'GET /v1/tasks/') return tasksRoute;
  return findContentRoute(name, options);
}

function findContentRoute(name: string, options: VideoOptions): Route | undefined {
  const [, file] = filePath.exec(name) ?? [];
  if (file !== undefined) return contentRoute(file, undefined, options);
  const [, content] = contentPath.exec(name) ?? [];
  if (content !== undefined) return contentRoute(content, openaiWire, options);
  const [, download] = downloadPath.exec(name) ?? [];
  if (download !== undefined) return contentRoute(download, geminiWire, options);
  const [, moved] = movedPath.exec(name) ?? [];
  return moved === undefined ? undefined : movedRoute(moved);
}

const withKey = ({ errors, readKey: find = readBearer }: VideoWire) => ({ errors, readKey: find });

function submitRoute(wire: VideoWire, model: string, options: VideoOptions): Route {
  const { errors } = wire;
  return async (request, response) => {
    const given = readKey(request, withKey(wire));
    if (given.kind === 'refused') return sendErrorAnswer(response, given.error);
    const text = await readText(request);
    if (text === undefined) return sendErrorAnswer(response, errors.tooLarge());
    const read = wire.readOrder(parseBody(text) ?? {}, model);
    if (read.kind === 'fault')
      return sendErrorAnswer(response, errors.badRequest(read.message, read.param));
    if (wire === dashscopeWire && request.headers['x-dashscope-async'] !== 'enable')
      return sendErrorAnswer(
        response,
        errors.badRequest('Only asynchronous calls are allowed', null),
      );
    const { order } = read;
    const script = readVideoScript(order.model, order.prompt);
    const id = wire.makeJobId(options.makeId());
    const { headers } = request;
    const called = { id, model: order.model, isStreamed: false, headers, body: text };
    const call = options.calls.begin(called);
    response.once('close', () => call.end(response.writableFinished ? 'answered' : 'cancelled'));
    const job = makeJob(wire, { id, order, script, nowMs: options.nowMs() });
    const { delayMs, status } = script.instructions;
    if (delayMs > 0) await createPause(response).forMs(delayMs);
    if (status !== undefined) {
      const error = { ...script.instructions, status, key: given.key };
      return sendErrorAnswer(response, errors.scripted(error));
    }
    acceptJob(job, response, {
      ...options,
      render: () => JSON.stringify(wire.renderAccepted(view(job, wire, request, options))),
    });
  };
}

/** Starts a job, and answers unless the script drops the answer. */
function acceptJob(
  job: VideoJob,
  response: ServerResponse,
  { hanging, render, videos }: VideoOptions & { readonly render: () => string },
): void {
  const { instructions, loses } = job.script;
  if (instructions.body === 'hang') return hanging.hold(response);
  videos.add(job);
  if (loses === 'hang') return hanging.hold(response);
  if (loses === 'cut') return void response.destroy();
  sendJson(response, instructions.body === 'garbage' ? garbage : render());
}

function makeJob(
  wire: VideoWire,
  {
    id,
    nowMs,
    order,
    script,
  }: {
    readonly id: string;
    readonly nowMs: number;
    readonly order: VideoOrder;
    readonly script: VideoJob['script'];
  },
): VideoJob {
  const { height, model, seconds, width } = order;
  const size = { width, height };
  const counts = { polls: 0, downloads: 0 };
  return {
    id,
    protocol: wire.name,
    model,
    seconds,
    ...size,
    script,
    createdAtMs: nowMs,
    ...counts,
  };
}

function view(
  job: VideoJob,
  { makeContentUrl = makeFileUrl }: VideoWire,
  { headers }: IncomingMessage,
  { nowMs }: VideoOptions,
): JobView {
  const now = nowMs();
  const contentUrl = makeContentUrl(headers.host ?? 'localhost', job);
  return { job, state: readState(job, now), nowMs: now, contentUrl };
}

function makeFileUrl(host: string, { id }: VideoJob): string {
  return `http://${host}/files/videos/${id}.mp4`;
}

function pollRoute(wire: VideoWire, id: string, options: VideoOptions): Route {
  const { errors } = wire;
  return async (request, response) => {
    const given = readKey(request, withKey(wire));
    if (given.kind === 'refused') return sendErrorAnswer(response, given.error);
    const job = options.videos.find(id);
    if (job === undefined || job.protocol !== wire.name)
      return sendErrorAnswer(response, errors.notFound(id));
    const polls = options.videos.notePoll(job);
    const { instructions, pollErrors, pollGarbage } = job.script;
    if (polls <= pollErrors) {
      const error = { ...instructions, status: 503, key: given.key };
      return sendErrorAnswer(response, errors.scripted(error));
    }
    if (polls <= pollErrors + pollGarbage) return sendJson(response, garbage);
    return sendJson(response, JSON.stringify(wire.renderJob(view(job, wire, request, options))));
  };
}

/** Without a wire the file is public; otherwise it needs the key of that protocol. */
function contentRoute(
  id: string,
  wire: VideoWire | undefined,
  { nowMs, videos }: VideoOptions,
): Route {
  const { errors } = wire ?? openaiWire;
  return async (request, response) => {
    const given = wire === undefined ? undefined : readKey(request, withKey(wire));
    if (given?.kind === 'refused') return sendErrorAnswer(response, given.error);
    const job = videos.find(id);
    if (job === undefined || readState(job, nowMs()) !== 'completed')
      return sendErrorAnswer(response, errors.notFound(id));
    if (videos.noteDownload(job) <= job.script.contentErrors)
      return sendErrorAnswer(
        response,
        errors.scripted({ ...job.script.instructions, status: 500, key: '' }),
      );
    sendClip(response, makeClip(job));
  };
}

/** As Gemini does it: the address that it gives is not the one that has the bytes. */
function movedRoute(path: string): Route {
  return async (_request, response) => {
    response.writeHead(302, { location: `/download${path}?alt=media` }).end();
  };
}

function sendClip(response: ServerResponse, clip: Buffer): void {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': clip.length });
  response.end(clip);
}

/** GET /v1/tasks/: used to test a key of DashScope. */
const tasksRoute: Route = async (request, response) => {
  const given = readKey(request, withKey(dashscopeWire));
  if (given.kind === 'refused') return sendErrorAnswer(response, given.error);
  return sendJson(response, JSON.stringify({ total: 0, data: [], page_no: 1, page_size: 1 }));
};
