/**
 * Every failure a client can see: its HTTP status, its `error.type` and its `error.code`.
 * `code` is a string where a specific remedy exists, otherwise the number of the status.
 */
export interface CatalogueEntry {
  readonly status: number;
  readonly type: string;
  readonly code: string | number;
  /** What the client reads when the thrower gives no better text. */
  readonly message: string;
  readonly retryable: boolean;
}

const typeByStatus: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  405: 'invalid_request_error',
  409: 'conflict_error',
  410: 'model_not_available',
  413: 'request_too_large',
  415: 'invalid_request_error',
  416: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'api_error',
  502: 'api_error',
  503: 'overloaded_error',
  504: 'timeout_error',
};

const retryableStatuses = new Set([429, 502, 503, 504]);

function numeric(status: number, message: string): CatalogueEntry {
  return { ...named(status, message), code: status };
}

function named(status: number, message: string, type?: string): CatalogueEntry {
  return {
    status,
    type: type ?? typeByStatus[status] ?? 'api_error',
    code: '',
    message,
    retryable: retryableStatuses.has(status),
  };
}

const entries = {
  // Numeric codes: the status is the code.
  bad_request: numeric(400, 'The request is malformed'),
  invalid_json: numeric(400, 'Request body is not valid JSON'),
  unauthenticated: numeric(401, 'Invalid or missing API key'),
  forbidden: numeric(403, 'You have no permission for this'),
  account_suspended: numeric(403, 'This account is suspended'),
  not_found: numeric(404, 'Not found'),
  method_not_allowed: numeric(405, 'Method not allowed'),
  conflict: numeric(409, 'The resource is not in the required state'),
  content_expired: {
    ...numeric(410, 'The content is no longer kept'),
    type: 'not_found_error',
  },
  body_too_large: numeric(413, 'Request body is larger than 10 MB'),
  unsupported_media_type: numeric(415, 'This content encoding is not supported'),
  range_not_satisfiable: numeric(416, 'Invalid byte range'),
  rate_limited: numeric(429, 'Rate limit exceeded'),
  penalty_block: numeric(429, 'Temporarily restricted because of repeated rate limit violations.'),
  spend_breaker: numeric(429, 'Spend breaker tripped'),
  internal: numeric(500, 'Internal error'),
  overloaded: numeric(503, 'The service is temporarily unavailable'),
  global_brake: numeric(503, 'The service is paused by its spend brake'),
  no_route: numeric(503, 'No upstream is configured for this model'),
  timeout: numeric(504, 'The upstream did not answer in time'),

  // Sign-in
  login_code_required: named(
    401,
    'Many wrong passwords were tried for this account. Ask for a mailed code at ' +
      'POST /api/auth/login/code, and send it as code with your email and password',
  ),

  // Accounts
  last_org_admin: named(
    409,
    'You are the only org_admin of an organization. Make somebody else org_admin of it first',
  ),

  // Billing
  budget_cap_reached: named(402, 'The budget of this period is used up'),
  credit_limit_exceeded: named(402, 'The credit line of this organization is used up'),
  insufficient_credits: named(402, 'Not enough credit for this request. Top up to continue.'),
  spend_limit_exceeded: named(402, 'This key has reached its spend limit'),

  // Model and endpoint
  unknown_model: named(400, 'The model is not in the catalog'),
  invalid_model_id: named(400, 'The model id is not valid'),
  model_not_found: named(404, 'Model not found'),
  model_retired: named(410, 'The model was retired'),
  model_endpoint_mismatch: named(400, 'The model cannot be used on this endpoint'),
  embedding_on_chat_endpoint: named(400, 'Embedding models cannot be used for chat'),
  model_not_priced: named(400, 'The model has no price'),
  invalid_modality_for_model: named(400, 'The model does not offer this modality'),
  wrong_endpoint_for_video: named(400, 'Video models are called through /v1/videos'),
  model_not_allowed: named(403, 'The model is not allowed for this caller'),

  // Request and safety
  missing_required_field: named(400, 'A required field is missing'),
  unsupported_param: named(400, 'A parameter has an unsupported value'),
  max_tokens_invalid: named(
    400,
    'max_tokens must be a positive integer within the limit of the model',
  ),
  context_too_long: named(400, 'The prompt is too long for the model'),
  tool_use_unsupported: named(400, 'The model cannot use tools'),
  malformed_tool_messages: named(400, 'Tool messages do not match tool calls'),
  invalid_response_format_schema: named(400, 'response_format is not valid'),
  invalid_tools_definition: named(400, 'tools is not valid'),
  invalid_prompt: named(400, 'The prompt is not acceptable'),
  content_moderation: named(403, 'The provider refused the prompt', 'invalid_request_error'),
  content_filter: named(
    403,
    'The prompt was blocked by content moderation.',
    'invalid_request_error',
  ),
  unknown_4xx: named(400, 'The provider refused the request'),

  // Image
  invalid_image_url: named(400, 'The image URL is not acceptable'),
  input_images_not_supported: named(400, 'The model takes no input images'),
  invalid_content_type: named(400, 'This content type is not accepted here'),
  mask_not_supported: named(400, 'Masks are not supported'),
  unsupported_response_format: named(400, 'This response format is not supported'),
  missing_prompt: named(400, 'A prompt is required'),
  missing_image: named(400, 'An image is required'),
  too_many_images: named(400, 'At most 8 images are accepted'),
  invalid_image_type: named(400, 'Images must be PNG, JPEG, WebP or GIF'),
  image_too_large: named(400, 'An image is larger than 10 MB'),
  invalid_n: named(400, 'n is out of range'),
  pipeline_error: named(502, 'The image could not be processed'),
  no_images: named(502, 'The provider returned no image'),

  // Upstream
  upstream_unreachable: named(502, 'The provider could not be reached'),
  upstream_auth_failed: named(502, 'The provider refused the credentials of the gateway'),
  upstream_rate_limited: named(429, 'The provider limits its rate'),
  upstream_unavailable: named(502, 'The provider failed'),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorName = keyof typeof entries;

export const errorCatalogue: Readonly<Record<ErrorName, CatalogueEntry>> = Object.freeze(
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [
      name,
      Object.freeze({ ...entry, code: entry.code === '' ? name : entry.code }),
    ]),
  ) as Record<ErrorName, CatalogueEntry>,
);

export function isErrorName(text: string): text is ErrorName {
  return Object.hasOwn(entries, text);
}
