import { buildJob } from '../../test/support/build-job';
import { renderJob, renderSubmittedJob } from './render-job';
import { renderWebhook } from './render-webhook';

const ulid = '01J9ZZZZZZZZZZZZZZZZZZZZZZ';
const startedAt = new Date('2026-11-14T09:00:06Z');
const finishedAt = new Date('2026-11-14T09:01:00Z');
const completed = buildJob({
  ulid,
  state: 'completed',
  startedAt,
  progress: 40,
  keptUntil: new Date('2026-11-21T09:01:00Z'),
  verdict: {
    kind: 'completed',
    finishedAt,
    madeSeconds: 8,
    billedSeconds: 8,
    costNanos: 3_200_000_000n,
    outputsTotal: 1,
  },
});
const failed = buildJob({
  ulid,
  state: 'failed',
  verdict: {
    kind: 'failed',
    finishedAt,
    message: 'Upstream rejected the prompt',
    code: 'content_moderation',
  },
});

describe('the record of a job', () => {
  it('is short when it was just submitted', () => {
    expect(renderSubmittedJob(completed, 'videos')).toEqual({
      id: `vjob_${ulid}`,
      object: 'video',
      status: 'pending',
      polling_url: `/v1/videos/vjob_${ulid}`,
      model: 'acme/video',
      created_at: 1_794_646_800,
    });
  });

  it('leaves out what has no value', () => {
    const job = buildJob({ ulid, resolution: '', aspectRatio: '' });
    expect(renderJob(job, 'videos')).toEqual({
      id: `vjob_${ulid}`,
      object: 'video',
      status: 'pending',
      polling_url: `/v1/videos/vjob_${ulid}`,
      generation_id: `gen-${ulid}`,
      model: 'acme/video',
      created_at: 1_794_646_800,
      duration: 8,
    });
  });

  it('shows a completed job, with URLs below the path of the request', () => {
    expect(renderJob(completed, 'video/generations')).toEqual({
      id: `vjob_${ulid}`,
      object: 'video',
      status: 'completed',
      polling_url: `/v1/video/generations/vjob_${ulid}`,
      generation_id: `gen-${ulid}`,
      model: 'acme/video',
      created_at: 1_794_646_800,
      started_at: 1_794_646_806,
      completed_at: 1_794_646_860,
      expires_at: 1_795_251_660,
      progress: 100,
      duration: 8,
      resolution: '1080p',
      aspect_ratio: '16:9',
      unsigned_urls: [`/v1/video/generations/vjob_${ulid}/content?index=0`],
      usage: { cost: 3.2, seconds: 8 },
    });
  });

  it('shows why a job failed', () => {
    expect(renderJob(failed, 'videos')).toMatchObject({
      status: 'failed',
      error: 'Upstream rejected the prompt',
      error_code: 'content_moderation',
    });
    expect(renderJob(failed, 'videos')).not.toHaveProperty('usage');
  });

  it('does not show an end before its hold is settled', () => {
    const settling = renderJob({ ...completed, state: 'settling' }, 'videos');
    expect(settling).toMatchObject({ status: 'in_progress', progress: 40 });
    expect(settling).not.toHaveProperty('usage');
    expect(settling).not.toHaveProperty('completed_at');
    expect(settling).not.toHaveProperty('expires_at');
  });
});

describe('the webhook of a job', () => {
  const options = { attempt: 2, baseUrl: 'https://api.example.com' };

  it('describes a completed job with absolute URLs', () => {
    const { body, headers } = renderWebhook(completed, options);
    expect(JSON.parse(body)).toEqual({
      type: 'video.generation.completed',
      created_at: '2026-11-14T09:01:00Z',
      id: `vjob_${ulid}`,
      status: 'completed',
      data: {
        id: `vjob_${ulid}`,
        status: 'completed',
        generation_id: `gen-${ulid}`,
        model: 'acme/video',
        unsigned_urls: [`https://api.example.com/v1/videos/vjob_${ulid}/content?index=0`],
        usage: { cost: 3.2 },
      },
    });
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'tollgate-webhook/1',
      'x-tollgate-idempotency-key': `vjob_${ulid}-completed`,
      'x-tollgate-delivery': '2',
    });
  });

  it('describes a failed job with its error', () => {
    const { body } = renderWebhook(failed, options);
    expect(JSON.parse(body)).toMatchObject({
      type: 'video.generation.failed',
      status: 'failed',
      data: { status: 'failed', error: 'Upstream rejected the prompt' },
    });
  });
});
