import type { CloudAccount, CloudProtocol } from './cloud-protocols';
import { signAzure } from './sign-azure';
import { signBedrock, type CloudProof } from './sign-bedrock';
import { signGoogle } from './sign-google';

/** The request that lists the models of an account, which costs nothing. */
export interface ModelListRequest extends CloudProof {
  readonly url: string;
  /** Undefined: the answer is no list. */
  readNames(body: unknown): readonly string[] | undefined;
  /** More names, which a key may not be allowed to list. */
  readonly further?: ModelListRequest;
}

type Make = (account: CloudAccount) => ModelListRequest;

const makers: Readonly<Record<CloudProtocol, Make>> = {
  bedrock: (account) => ({
    ...listBedrock(account, 'foundation-models'),
    readNames: (body) => readNames(body, 'modelSummaries', 'modelId'),
    further: {
      ...listBedrock(account, 'inference-profiles?maxResults=1000'),
      readNames: (body) => readNames(body, 'inferenceProfileSummaries', 'inferenceProfileId'),
    },
  }),
  azure: (account) => {
    const { baseUrl } = account;
    const root = baseUrl.replace(/\/models$/, '');
    const url = /\/v1$/.test(baseUrl)
      ? `${baseUrl}/models`
      : `${root}/openai/models?api-version=${azureVersion}`;
    return { url, ...signAzure(account), readNames: (body) => readNames(body, 'data', 'id') };
  },
  vertex: (account) => listPublisher(account, 'google'),
  'vertex-anthropic': (account) => listPublisher(account, 'anthropic'),
};

function listBedrock(account: CloudAccount, path: string): CloudProof & { readonly url: string } {
  // Models are listed by another host than the one that runs them.
  const base = account.baseUrl.replace('://bedrock-runtime', '://bedrock');
  const url = `${base}/${path}`;
  return { url, ...signBedrock(account, { method: 'GET', url, body: '' }) };
}

const azureVersion = '2024-10-21';

/** The list of a publisher is above projects, and only in the newer version. */
function listPublisher(account: CloudAccount, publisher: string): ModelListRequest {
  const root = account.baseUrl.replace(/\/v1(?:beta1)?(?:\/projects\/.*)?$/, '');
  return {
    url: `${root}/v1beta1/publishers/${publisher}/models?pageSize=200`,
    ...signGoogle(account),
    readNames: (body) =>
      readNames(body, 'publisherModels', 'name')?.map((name) => name.replace(/^.*\//, '')),
  };
}

/** Raises CredentialsError. */
export function makeModelListRequest(
  protocol: CloudProtocol,
  account: CloudAccount,
): ModelListRequest {
  return makers[protocol](account);
}

function readNames(body: unknown, list: string, name: string): readonly string[] | undefined {
  const items = (body as Readonly<Record<string, unknown>> | null)?.[list];
  if (!Array.isArray(items)) return undefined;
  return items.flatMap((item: unknown) => {
    const found = (item as Readonly<Record<string, unknown>> | null)?.[name];
    return typeof found === 'string' ? [found] : [];
  });
}
