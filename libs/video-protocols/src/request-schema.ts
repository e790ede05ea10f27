import { choiceFields, modelIdField } from '@tollgate/model-kit';
import { isPublicUrl, parseHttpUrl } from '@tollgate/outbound';
import { z } from 'zod';

const urlCharactersMax = 8_000;
const callbackPorts = new Set(['', '443', '8443']);

/** Whether a provider may fetch it. Names are not resolved: the provider's network does that. */
export function isMediaUrl(text: string): boolean {
  return readHttpsUrl(text) !== undefined && isPublicUrl(text);
}

/**
 * Whether it has the form of an address that the gateway may call. Whether its host may be called
 * is decided by the outbound rules of the service that calls it.
 */
function isCallbackUrl(text: string): boolean {
  const url = readHttpsUrl(text);
  return url !== undefined && callbackPorts.has(url.port);
}

function readHttpsUrl(text: string): URL | undefined {
  const url = text.length > urlCharactersMax ? undefined : parseHttpUrl(text);
  if (url === undefined) return undefined;
  const hasCredentials = url.username !== '' || url.password !== '';
  return url.protocol === 'https:' && !hasCredentials ? url : undefined;
}

const promptCharactersMax = 20_000;
const secondsMax = 3_600;
const seedMax = 2 ** 32 - 1;
const framesMax = 2;
const referencesMax = 9;
const wordCharactersMax = 20;

/** Forms carry text only, and some clients write numbers as text in JSON too. */
const numeric = (schema: z.ZodInt): z.ZodType<number> =>
  z.preprocess(
    (value) =>
      typeof value === 'string' && /^-?\d{1,10}$/.test(value.trim()) ? Number(value) : value,
    schema,
  );
const flag = z.preprocess(
  (value) => (value === 'true' || value === 'false' ? value === 'true' : value),
  z.boolean(),
);
const word = z.string().trim().min(1).max(wordCharactersMax);
const mediaUrl = z.string().refine(isMediaUrl, 'must be a public https address');
const callbackUrl = z
  .string()
  .refine(isCallbackUrl, 'must be an https address on port 443 or 8443, without a user name');

/** An address as text, or where the parts of a message have it. */
const media = (name: 'image_url' | 'video_url'): z.ZodType<string> =>
  z.union([z.string(), z.looseObject({})]).transform((value, context) => {
    const url = mediaUrl.safeParse(findUrl(value, name));
    if (url.success) return url.data;
    context.addIssue({ code: 'custom', message: 'must be a public https address' });
    return z.NEVER;
  });

const frame = z.union([
  z.string(),
  z.looseObject({ frame_type: z.enum(['first_frame', 'last_frame']).nullish() }),
]);

/** The fields of a video request that the gateway reads; others are dropped. */
export const requestSchema = z.object({
  model: modelIdField,
  prompt: z.string().max(promptCharactersMax).regex(/\S/, 'must not be empty'),
  duration: numeric(z.int().min(1).max(secondsMax)).nullish(),
  seconds: numeric(z.int().min(1).max(secondsMax)).nullish(),
  resolution: word.nullish(),
  aspect_ratio: word.regex(/^\d{1,3}:\d{1,3}$|^adaptive$/, 'must be like 16:9').nullish(),
  size: word
    .regex(/^\d{2,5}[x*]\d{2,5}$|^\d{3,4}p$|^\d{1,3}:\d{1,3}$/i, 'must be like 1280x720')
    .nullish(),
  generate_audio: flag.nullish(),
  watermark: flag.nullish(),
  frame_images: z.array(frame).max(framesMax).nullish(),
  input_image: media('image_url').nullish(),
  image_url: media('image_url').nullish(),
  input_reference: media('image_url').nullish(),
  input_references: z.array(media('image_url')).min(1).max(referencesMax).nullish(),
  input_video: media('video_url').nullish(),
  seed: numeric(z.int().min(-1).max(seedMax)).nullish(),
  callback_url: callbackUrl.nullish(),
  provider: choiceFields.provider,
});

export type RequestFields = z.infer<typeof requestSchema>;
export type FrameField = z.infer<typeof frame>;

/** Of `"…"`, `{url}`, `{image_url: "…"}` or `{image_url: {url}}`. */
export function findUrl(value: unknown, name: 'image_url' | 'video_url'): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const inner = fields[name] ?? fields['url'];
  return typeof inner === 'object' && inner !== null
    ? (inner as Readonly<Record<string, unknown>>)['url']
    : inner;
}
