import type { NeutralRequest, UpstreamTarget } from '@tollgate/model-spec';

/** A request with the text `Hello`, and the fields that the test is about. */
export function makeNeutralRequest(overrides: Partial<NeutralRequest> = {}): NeutralRequest {
  return {
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
    tools: [],
    stop: [],
    reasoning: {},
    sampling: {},
    openAiOnly: {},
    droppedTools: [],
    ...overrides,
  };
}

/** A provider route of no particular family without special features. */
export function makeUpstreamTarget(overrides: Partial<UpstreamTarget> = {}): UpstreamTarget {
  return {
    baseUrl: 'https://upstream.test/v1',
    apiKey: 'sk-upstream-secret-0123456789',
    headers: { 'x-operator': 'kept' },
    upstreamModel: 'upstream-model',
    family: 'other',
    supportedParameters: [],
    maxCompletionTokens: undefined,
    ...overrides,
  };
}
