import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseBody } from '../domain/sim-request';
import { readBearer } from '../domain/protocol';
import { arkWire } from '../domain/videos/ark-wire';
import { dashscopeWire } from '../domain/videos/dashscope-wire';
import { geminiWire } from '../domain/videos/gemini-wire';
import { makeClip } from '../domain/videos/make-mp4';
import { openaiWire } from '../domain/videos/openai-wire';
import { readState, type VideoJob, type JobView, type VideoWire } from '../domain/videos/video-job';
import type { VideoJobs } from '../domain/videos/video-jobs';
import { readVideoScript } from '../domain/videos/video-script';
import {
  createPause,
  readText,
  sendError,
  sendJson,
  trackCall,
  withKey,
  type Route,
  type RouteOptions,
} from './exchange';

export interface VideoOptions extends RouteOptions {
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
  if (file !== undefined) return fileRoute(file, openaiWire, options);
  const [, content] = contentPath.exec(name) ?? [];
  if (content !== undefined) return contentRoute(content, openaiWire, options);
  const [, download] = downloadPath.exec(name) ?? [];
  if (download !== undefined) return contentRoute(download, geminiWire, options);
  const [, moved] = movedPath.exec(name) ?? [];
  return moved === undefined ? undefined : movedRoute(moved);
}

const keyOf = ({ errors, readKey = readBearer }: VideoWire) => ({ errors, readKey });

function submitRoute(wire: VideoWire, model: string, options: VideoOptions): Route {
  const { errors } = wire;
  return withKey(keyOf(wire), async (request, response, key) => {
    const body = await readText(request);
    if (body === undefined) return sendError(response, errors.tooLarge());
    const read = wire.readOrder(parseBody(body) ?? {}, model);
    if (read.kind === 'fault')
      return sendError(response, errors.badRequest(read.message, read.param));
    if (wire === dashscopeWire && request.headers['x-dashscope-async'] !== 'enable')
      return sendError(response, errors.badRequest('Only asynchronous calls are allowed', null));
    const { prompt, ...order } = read.order;
    const script = readVideoScript(order.model, prompt);
    const id = wire.makeJobId(options.makeId());
    trackCall(options.calls, response, { id, model: order.model, isStreamed: false, body });
    const counts = { polls: 0, downloads: 0 };
    const createdAtMs = options.nowMs();
    const job: VideoJob = { ...order, id, protocol: wire.name, script, createdAtMs, ...counts };
    const { delayMs, status } = script.instructions;
    if (delayMs > 0) await createPause(response).forMs(delayMs);
    if (status !== undefined) {
      return sendError(response, errors.scripted({ ...script.instructions, status, key }));
    }
    acceptJob(job, response, {
      ...options,
      render: () => JSON.stringify(wire.renderAccepted(view(job, wire, request, options))),
    });
  });
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
  return withKey(keyOf(wire), (request, response, key) => {
    const job = options.videos.find(id);
    if (job === undefined || job.protocol !== wire.name)
      return sendError(response, errors.notFound(id));
    const polls = options.videos.notePoll(job);
    const { instructions, pollErrors, pollGarbage } = job.script;
    if (polls <= pollErrors)
      return sendError(response, errors.scripted({ ...instructions, status: 503, key }));
    if (polls <= pollErrors + pollGarbage) return sendJson(response, garbage);
    return sendJson(response, JSON.stringify(wire.renderJob(view(job, wire, request, options))));
  });
}

/** Public: the wire only words the errors. */
function fileRoute(id: string, { errors }: VideoWire, { nowMs, videos }: VideoOptions): Route {
  return async (_request, response) => {
    const job = videos.find(id);
    if (job === undefined || readState(job, nowMs()) !== 'completed')
      return sendError(response, errors.notFound(id));
    if (videos.noteDownload(job) <= job.script.contentErrors) {
      const error = { ...job.script.instructions, status: 500, key: '' };
      return sendError(response, errors.scripted(error));
    }
    const clip = makeClip(job);
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': clip.length });
    response.end(clip);
  };
}

function contentRoute(id: string, wire: VideoWire, options: VideoOptions): Route {
  const send = fileRoute(id, wire, options);
  return withKey(keyOf(wire), (request, response, _key, path) => send(request, response, path));
}

/** As Gemini does it: the address that it gives is not the one that has the bytes. */
function movedRoute(path: string): Route {
  return async (_request, response) => {
    response.writeHead(302, { location: `/download${path}?alt=media` }).end();
  };
}

/** GET /v1/tasks/: used to test a key of DashScope. */
const tasksRoute = withKey(keyOf(dashscopeWire), (_request, response) =>
  sendJson(response, JSON.stringify({ total: 0, data: [], page_no: 1, page_size: 1 })),
);
