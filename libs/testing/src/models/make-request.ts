import type { NeutralRequest, UpstreamTarget } from '@tollgate/model-spec';

/** A request that says `Hello` and nothing else, with what the test is about put in. */
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

/** A way to a model of no particular family that supports nothing special. */
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
