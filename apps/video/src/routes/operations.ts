import { defineOperations, usdField, type Operation } from '@tollgate/http';
import { z } from 'zod';
import { parseJobId } from '../domain/job-paths';

const imageUrl = z.union([
  z.string().meta({ format: 'uri' }),
  z.object({ image_url: z.object({ url: z.string().meta({ format: 'uri' }) }) }),
]);

/** The request for the API reference, in the spellings that new clients should use. */
const submitBody = z
  .looseObject({
    model: z.string(),
    prompt: z.string(),
    duration: z.int().optional().meta({ description: 'Seconds; `seconds` means the same.' }),
    resolution: z.string().optional().meta({ description: 'Such as 720p.' }),
    aspect_ratio: z.string().optional().meta({
      description: 'Such as 16:9; an input image decides it otherwise.',
    }),
    size: z.string().optional().meta({ description: 'Such as 1280x720.' }),
    generate_audio: z.boolean().optional(),
    watermark: z.boolean().optional(),
    frame_images: z
      .array(
        z.union([
          z.string(),
          z.object({
            type: z.literal('image_url').optional(),
            image_url: z.object({ url: z.string() }),
            frame_type: z.enum(['first_frame', 'last_frame']).optional(),
          }),
        ]),
      )
      .optional(),
    input_references: z.array(imageUrl).optional().meta({ description: '1 to 9 images.' }),
    input_video: z
      .union([z.string(), z.object({ url: z.string() })])
      .optional()
      .meta({ description: 'To edit, or with a longer `duration` to continue.' }),
    seed: z.int().optional(),
    callback_url: z.string().optional().meta({
      description: 'An https address that is called when the job is over; unsigned.',
    }),
  })
  .meta({ id: 'VideoRequest' });

const statusField = z.enum(['pending', 'in_progress', 'completed', 'failed']);
const secondsField = z.int().meta({ description: 'Unix seconds.' });

export const submittedSchema = z
  .object({
    id: z.string(),
    object: z.literal('video'),
    status: z.literal('pending'),
    polling_url: z.string(),
    model: z.string(),
    created_at: secondsField,
  })
  .meta({ id: 'SubmittedVideo' });

export const jobSchema = z
  .object({
    id: z.string(),
    object: z.literal('video'),
    status: statusField,
    polling_url: z.string(),
    generation_id: z.string(),
    model: z.string(),
    created_at: secondsField,
    started_at: secondsField.optional(),
    completed_at: secondsField.optional(),
    expires_at: z
      .int()
      .optional()
      .meta({
        description:
          'Unix seconds: when the files of a completed job are deleted. From then on their content ' +
          'is answered with 410; the job stays in the list.',
      }),
    progress: z.int().optional().meta({ description: 'Percent.' }),
    duration: z.int().meta({ description: 'Seconds.' }),
    resolution: z.string().optional(),
    aspect_ratio: z.string().optional(),
    unsigned_urls: z.array(z.string()).optional(),
    usage: z.object({ cost: usdField, seconds: z.int() }).optional(),
    error: z.string().optional(),
    error_code: z.string().optional(),
  })
  .meta({ id: 'Video' });

const pageSizeMax = 100;
const pageSizeDefault = 20;
const jobIdField = z
  .string()
  .refine((id) => parseJobId(id) !== undefined, { error: 'must be the id of a video' })
  .optional();

export const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
  cursor: jobIdField.meta({ description: '`nextCursor` of the page before.' }),
  after: jobIdField.meta({ description: "The same, by the name that OpenAI's clients use." }),
  order: z.literal('desc').optional().meta({ description: 'Newest first is the only order.' }),
});

const jobListSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(jobSchema),
    has_more: z.boolean(),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page.' }),
  })
  .meta({ id: 'VideoList' });

export const contentQuery = z.object({
  index: z.string().optional().meta({ description: 'Which output; 0 is the first.' }),
  variant: z.string().optional().meta({ description: 'Only `video`.' }),
});

const tag = 'Inference';

const submit = {
  tag,
  summary: 'Make a video',
  description:
    'The job is at a provider when this answers; its worst case is held until it is over. ' +
    'A form with the same fields works as well, but files must be public addresses.',
  body: submitBody,
  isIdempotent: true,
  answers: { 202: { about: 'The job.', body: submittedSchema } },
} satisfies Omit<Operation, 'id'>;

const poll = {
  tag,
  summary: 'How a video job is',
  description: 'Ask every 5 seconds; asking faster is answered with what is known.',
  answers: { 200: { about: 'The job. What has no value yet is left out.', body: jobSchema } },
} satisfies Omit<Operation, 'id'>;

const content = {
  tag,
  summary: 'The video',
  description: 'Kept until `expires_at`, 7 days. A single byte range is honoured.',
  query: contentQuery,
  answers: {
    200: { about: 'All of it.', mediaTypes: ['video/mp4'] },
    206: { about: 'The range that was asked for.', mediaTypes: ['video/mp4'] },
  },
} satisfies Omit<Operation, 'id'>;

/** Video jobs, under both of their paths. */
export const operations = defineOperations({
  'POST /v1/videos': { id: 'createVideo', ...submit },
  'GET /v1/videos': {
    id: 'listVideos',
    tag,
    summary: 'Video jobs, newest first',
    description:
      'The jobs that `GET /v1/videos/{id}` shows to the same caller, in their stored state: only ' +
      'that route asks the provider.',
    query: listQuery,
    answers: { 200: { about: 'A page.', body: jobListSchema } },
  },
  'GET /v1/videos/{id}': { id: 'getVideo', ...poll },
  'GET /v1/videos/{id}/content': { id: 'getVideoContent', ...content },
  'POST /v1/video/generations': { id: 'createVideoGeneration', ...submit },
  'GET /v1/video/generations/{id}': { id: 'getVideoGeneration', ...poll },
  'GET /v1/video/generations/{id}/content': { id: 'getVideoGenerationContent', ...content },
});
