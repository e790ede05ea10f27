import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallLog } from '../domain/call-log';
import { parseBody } from '../domain/sim-request';
import { readBearer } from '../domain/protocols/read-bearer';
import { arkWire } from '../domain/videos/ark-wire';
import { dashscopeWire } from '../domain/videos/dashscope-wire';
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

const wires: readonly {
  readonly wire: VideoWire;
  readonly submit: string;
  readonly poll: RegExp;
}[] = [
  { wire: openaiWire, submit: 'POST /v1/videos', poll: /^GET \/v1\/videos\/([\w-]+)$/ },
  {
    wire: arkWire,
    submit: 'POST /v1/contents/generations/tasks',
    poll: /^GET \/v1\/contents\/generations\/tasks\/([\w-]+)$/,
  },
  {
    wire: dashscopeWire,
    submit: 'POST /v1/services/aigc/video-generation/video-synthesis',
    poll: /^GET \/v1\/tasks\/([\w-]+)$/,
  },
];

/** The route of a method and a path, where one of the protocols of videos has it. */
export function findVideoRoute(name: string, options: VideoOptions): Route | undefined {
  for (const { poll, submit, wire } of wires) {
    if (name === submit) return submitRoute(wire, options);
    const [, id] = poll.exec(name) ?? [];
    if (id !== undefined) return pollRoute(wire, id, options);
  }
  if (name === 'GET /v1/tasks/') return tasksRoute;
  const [, file] = filePath.exec(name) ?? [];
  if (file !== undefined) return contentRoute(file, { ...options, needsKey: false });
  const [, content] = contentPath.exec(name) ?? [];
  return content === undefined ? undefined : contentRoute(content, { ...options, needsKey: true });
}

const withBearer = (wire: VideoWire) => ({ errors: wire.errors, readKey: readBearer });

function submitRoute(wire: VideoWire, options: VideoOptions): Route {
  const { errors } = wire;
  return async (request, response) => {
    const given = readKey(request, withBearer(wire));
    if (given.kind === 'refused') return sendErrorAnswer(response, given.error);
    const text = await readText(request);
    if (text === undefined) return sendErrorAnswer(response, errors.tooLarge());
    const read = wire.readOrder(parseBody(text) ?? {});
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
    const { model } = order;
    const call = options.calls.begin({ id, model, isStreamed: false, headers, body: text });
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
      render: () => JSON.stringify(wire.renderAccepted(view(job, request, options))),
    });
  };
}

/** Begins a job, and tells of it unless the script says otherwise. */
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

function view(job: VideoJob, { headers }: IncomingMessage, { nowMs }: VideoOptions): JobView {
  const now = nowMs();
  const contentUrl = `http://${headers.host ?? 'localhost'}/files/videos/${job.id}.mp4`;
  return { job, state: readState(job, now), nowMs: now, contentUrl };
}

function pollRoute(wire: VideoWire, id: string, options: VideoOptions): Route {
  const { errors } = wire;
  return async (request, response) => {
    const given = readKey(request, withBearer(wire));
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
    return sendJson(response, JSON.stringify(wire.renderJob(view(job, request, options))));
  };
}

function contentRoute(
  id: string,
  { needsKey, nowMs, videos }: VideoOptions & { readonly needsKey: boolean },
): Route {
  const { errors } = openaiWire;
  return async (request, response) => {
    if (needsKey) {
      const given = readKey(request, withBearer(openaiWire));
      if (given.kind === 'refused') return sendErrorAnswer(response, given.error);
    }
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

function sendClip(response: ServerResponse, clip: Buffer): void {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': clip.length });
  response.end(clip);
}

/** GET /v1/tasks/: whoever tries out a key of DashScope asks for this. */
const tasksRoute: Route = async (request, response) => {
  const given = readKey(request, withBearer(dashscopeWire));
  if (given.kind === 'refused') return sendErrorAnswer(response, given.error);
  return sendJson(response, JSON.stringify({ total: 0, data: [], page_no: 1, page_size: 1 }));
};
