/**
 * Names of the OpenTelemetry semantic conventions (HTTP, RPC, messaging and GenAI), and under
 * `tollgate.` those that the conventions lack. The GenAI ones are not stable yet, so they are
 * written out here instead of imported: a new version of a package must not rename them.
 */
export const attributeNames = {
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  errorType: 'error.type',
  serverAddress: 'server.address',
  rpcSystem: 'rpc.system',
  rpcMethod: 'rpc.method',
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  messagingSystem: 'messaging.system',
  messagingOperation: 'messaging.operation.type',
  destination: 'messaging.destination.name',
  batchSize: 'messaging.batch.message_count',
  requestId: 'tollgate.request_id',
  keyId: 'tollgate.key_id',
  orgId: 'tollgate.org_id',
  generationId: 'tollgate.generation_id',
  costNanos: 'tollgate.cost_nanos',
  attempts: 'tollgate.attempts',
  providerRoute: 'tollgate.provider_route_id',
  isStreamed: 'tollgate.is_streamed',
} as const;
