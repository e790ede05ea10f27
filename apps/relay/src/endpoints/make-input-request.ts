import type { CatalogModel } from '../catalog/catalog';
import type { InferenceRequest } from '../domain/endpoint';

interface ReadInput extends Pick<InferenceRequest, 'body' | 'bodyText' | 'requestedModel'> {
  readonly promptTokens: number;
}

type InputParts = Pick<InferenceRequest, 'apiType' | 'measureUnits' | 'prepare'> & {
  /** Raises the error of what the model cannot do. */
  readonly checkModel: (model: CatalogModel) => void;
};

/** A request of which only the input is charged, and whose answer is never streamed. */
export function makeInputRequest(
  { body, bodyText, promptTokens, requestedModel }: ReadInput,
  { checkModel, ...parts }: InputParts,
): InferenceRequest {
  const made: InferenceRequest = {
    ...parts,
    bodyText,
    body,
    requestedModel,
    isStreaming: false,
    outputTokensMax: 0,
    choices: 1,
    keepAliveFrame: '',
    headers: {},
    estimatePromptTokens: () => promptTokens,
    fitTo: (model) => {
      checkModel(model);
      return made;
    },
    renderFailure: () => '',
  };
  return made;
}
