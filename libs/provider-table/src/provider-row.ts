import { z } from 'zod';

/**
 * Where a provider differs from OpenAI's Chat Completions. Every entry is a fact that was checked;
 * what is left out is as at OpenAI.
 */
export const quirksSchema = z
  .strictObject({
    /** Refuses or ignores `max_completion_tokens`; ignoring it would exceed the hold of a call. */
    outputLimit: z.literal('max_tokens'),
    /** False: refuses the role `developer`. */
    developerRole: z.literal(false),
    /** False: refuses `strict` in tools. */
    strictTools: z.literal(false),
    /** False: refuses `stream_options`, and always reports the usage of a stream. */
    streamOptions: z.literal(false),
    /** Further members of a body that it refuses; the effort in `reasoning` is kept. */
    refusedFields: z.array(z.enum(['reasoning', 'enable_thinking'])),
    /** How many stop sequences it accepts. */
    stopsMax: z.int().positive(),
    /** The only field in which it accepts the reasoning of earlier turns; none: in no field. */
    earlierReasoning: z.enum(['reasoning', 'reasoning_content', 'none']),
  })
  .partial();

/** Where the list of models contains prices, as paths with dots. */
const listedPricesSchema = z.strictObject({
  /** Prices are USD for one token, or for a million. */
  unit: z.enum(['token', 'million']),
  prompt: z.string(),
  completion: z.string(),
  cacheRead: z.string().optional(),
});

/** A provider: what enables it, where it is, what it serves and how it differs. */
export const providerRowSchema = z.strictObject({
  /** Id of this row; a provider with several addresses has several rows. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string(),
  /** The provider's name in the catalog. */
  slug: z.string(),
  /** With its key; `<NAME>_BASE_URL` beside it is its address. */
  variable: z.string().regex(/^[A-Z0-9_]+_API_KEY$/),
  /** Of a self-hosted server: where it usually is, as an example. */
  baseUrl: z.url(),
  protocol: z.string(),
  /** Runs on the operator's machines: enabled by its address, and its key is optional. */
  isSelfHosted: z.boolean().default(false),
  /** Prefixes of the shipped models that it serves; empty: only those that name it as a cloud. */
  models: z.array(z.string()),
  kinds: z.array(z.string()).min(1),
  /** All other models that match this pattern are routed to it as well. */
  pattern: z.string().nullable(),
  /** Serves models of other makers under their full ids, so its priority is lower. */
  isAggregator: z.boolean().default(false),
  /** A request below the base URL that costs nothing, shows health and lists models. */
  health: z.string().default('/models'),
  quirks: quirksSchema.optional(),
  /** In which field answers contain reasoning; content: as typed parts of the content. */
  reasoningAnswer: z.enum(['reasoning', 'reasoning_content', 'content']).optional(),
  listedPrices: listedPricesSchema.optional(),
  /** What it serves, in words, for the reference page. */
  about: z.string().optional(),
  /**
   * How it searches the web itself. responses: by the tool of its Responses API at the same
   * address; always: in every call; plugins: by the web plugin. Left out: it does not, or its
   * protocol has a tool for it.
   */
  webSearch: z.enum(['responses', 'always', 'plugins']).optional(),
  /** USD of one search by the plugin, where neither the model nor its route has `prices.web`. */
  webSearchPrice: z
    .string()
    .regex(/^\d{1,3}(?:\.\d{1,12})?$/)
    .optional(),
});

export type ProviderQuirks = Readonly<z.output<typeof quirksSchema>>;
export type ListedPrices = Readonly<z.output<typeof listedPricesSchema>>;
export type ProviderRow = Readonly<z.output<typeof providerRowSchema>>;
