import { PassThrough, Readable } from 'node:stream';
import { BadUpstreamEventError, emptyUsage, type AnswerStream } from '@tollgate/model-spec';
import { anOpenedCall } from '../../../test/support/build-calls';
import type { UpstreamAnswer } from '../attempt/open-upstream';
import type { OpenedCall } from '../attempt/opened-call';
import { streamAnswer } from './stream-answer';
import type { StreamWriter } from './stream-writer';

const usage = { kind: 'usage', usage: { ...emptyUsage, input: 3, output: 2 } } as const;

/** The data of an event is what it does to the stream. */
class ScriptedStream implements AnswerStream {
  usage: AnswerStream['usage'] = { kind: 'missing' };
  readonly upstreamUsage = undefined;
  readonly finishReason = undefined;
  readonly nativeFinishReason = undefined;
  hasFinished = false;
  hasContent = false;
  isDone = false;
  failure: AnswerStream['failure'];

  push({ data }: { readonly data: string }): string {
    if (data === 'garbage') throw new BadUpstreamEventError('no JSON');
    if (data === 'text') this.hasContent = true;
    if (data === 'usage') this.usage = usage;
    if (data === 'finish') this.hasFinished = true;
    if (data === 'done') this.isDone = true;
    if (data === 'error') this.failure = { kind: 'overloaded' };
    return data === 'text' || data === 'head' ? `<${data}>` : '';
  }

  end(): string {
    return '';
  }

  finish(): string {
    return '<end>';
  }

  fail(): string {
    return '<failed>';
  }
}

const events = (...names: readonly string[]): string =>
  names.map((name) => `data: ${name}\n\n`).join('');

/** Longer than a test may take. */
const idleTimeoutMs = 600_000;

function run(body: Readable): { answer: ReturnType<typeof streamAnswer>; written: string[] } {
  const written: string[] = [];
  const keep = (frames: string): undefined => void written.push(frames);
  const writer = { commit: () => undefined, hold: keep, write: keep } as unknown as StreamWriter;
  const opened = anOpenedCall();
  const answer = { ...opened.answer, body: body as UpstreamAnswer['body'] };
  const call: OpenedCall = { ...opened, answer };
  const stream = new ScriptedStream();
  return {
    answer: streamAnswer(call, { stream, writer, meter: undefined, idleTimeoutMs }),
    written,
  };
}

const runText = (text: string): ReturnType<typeof run> => run(Readable.from([Buffer.from(text)]));
const unavailable = { shown: { reason: 'upstream_unavailable' } };

describe('an answer that streams', () => {
  it.each([
    ['a reason for its end', ['text', 'finish']],
    ['an end', ['text', 'done']],
    ['a usage', ['text', 'usage']],
    ['a reason for its end and no content', ['head', 'finish', 'usage']],
  ])('is whole with %s', async (_name, names) => {
    await expect(runText(events(...names)).answer).resolves.toBeDefined();
  });

  it.each([
    ['that just stops', ['text']],
    ['that brought nothing but an end', ['head', 'done']],
    ['that brought nothing but a usage', ['head', 'usage', 'done']],
  ])('is no answer %s', async (_name, names) => {
    await expect(runText(events(...names)).answer).rejects.toMatchObject(unavailable);
  });

  it('passes on what came before garbage in the same packet', async () => {
    const { answer, written } = runText(events('head', 'text', 'garbage', 'text'));
    await expect(answer).rejects.toMatchObject(unavailable);
    expect(written).toEqual(['<head><text>']);
  });

  it('fails when its provider reports a failure, even if the connection stays open', async () => {
    const body = new PassThrough();
    body.write(events('text', 'error'));
    const { answer, written } = run(body);
    await expect(answer).rejects.toMatchObject(unavailable);
    expect(written[0]).toBe('<text>');
    body.destroy();
  });
});
