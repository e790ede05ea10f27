import { generateKeyPairSync } from 'node:crypto';
import {
  findBaseUrl,
  findCredentialsFault,
  listSecrets,
  makeModelListRequest,
  nameCredentials,
  parseAwsCredentials,
} from './index';
import { signAws } from './sign-aws';

const aws = {
  accessKeyId: 'AKIDEXAMPLE000000001',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const runtime = 'https://bedrock-runtime.eu-central-1.amazonaws.com';

describe('AWS credentials', () => {
  it('are a JSON object; anything else is a plain key', () => {
    expect(parseAwsCredentials(JSON.stringify(aws), runtime)).toEqual(aws);
    expect(parseAwsCredentials('bedrock-api-key-abc', runtime)).toBeUndefined();
  });

  it('take the region from the host of the base URL where it has one', () => {
    const { region: _region, ...rest } = aws;
    expect(parseAwsCredentials(JSON.stringify(rest), runtime)?.region).toBe('eu-central-1');
    expect(findCredentialsFault('bedrock', JSON.stringify(rest), 'http://127.0.0.1:1')).toBe(
      'region is required: like us-east-1',
    );
  });

  it.each([
    [{ ...aws, accessKeyId: undefined }, 'accessKeyId is required'],
    [{ ...aws, secretAccessKey: 5 }, 'secretAccessKey must be'],
    [{ ...aws, sessionToken: 'short' }, 'sessionToken must be'],
    [{ ...aws, region: 'us-east-1.evil.test/' }, 'region must be like us-east-1'],
    [{ ...aws, region: 'us-east-1\n' }, 'region must be like us-east-1'],
  ])('name the field that is wrong and not its value: %j', (fields, fault) => {
    const found = findCredentialsFault('bedrock', JSON.stringify(fields), runtime);
    expect(found).toContain(fault);
    expect(found).not.toMatch(/evil|wJalr|short/);
  });

  it('that are no JSON are refused without being quoted', () => {
    expect(findCredentialsFault('bedrock', '{"secretAccessKey": wJalr', runtime)).toBe(
      'the credentials begin with { but are not valid JSON',
    );
  });

  it('are refused for protocols that take a plain key', () => {
    expect(findCredentialsFault('openai', JSON.stringify(aws), runtime)).toBe(
      'the protocol openai takes a plain key, not JSON',
    );
    expect(findCredentialsFault('openai', 'sk-1', runtime)).toBeUndefined();
  });

  it('are masked field by field, and shown by their id', () => {
    const text = JSON.stringify(aws);
    expect(listSecrets(text)).toEqual([text, aws.accessKeyId, aws.secretAccessKey]);
    expect(listSecrets('sk-plain')).toEqual(['sk-plain']);
    expect(nameCredentials(text)).toBe(aws.accessKeyId);
    expect(nameCredentials('sk-plain')).toBe('sk-plain');
  });
});

describe('the AWS signature', () => {
  it('covers the host and its own headers only, and contains the session token', async () => {
    const headers = await signAws(
      { ...aws, sessionToken: 'session-token-0123456789' },
      { method: 'POST', url: `${runtime}/model/a%3A0/converse`, body: '{}' },
    );
    expect(headers).toEqual({
      'x-amz-date': expect.stringMatching(/^\d{8}T\d{6}Z$/),
      'x-amz-security-token': 'session-token-0123456789',
      authorization: expect.stringMatching(
        new RegExp(
          `^AWS4-HMAC-SHA256 Credential=${aws.accessKeyId}/\\d{8}/us-east-1/bedrock/aws4_request, ` +
            'SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$',
        ),
      ),
    });
    expect(JSON.stringify(headers)).not.toContain(aws.secretAccessKey);
  });
});

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const google = {
  type: 'service_account',
  project_id: 'house-project',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: 'gateway@house-project.iam.gserviceaccount.com',
};

describe('the address that credentials imply', () => {
  it.each([
    ['bedrock', aws, 'https://bedrock-runtime.us-east-1.amazonaws.com'],
    [
      'bedrock',
      { ...aws, region: 'cn-north-1' },
      'https://bedrock-runtime.cn-north-1.amazonaws.com.cn',
    ],
    [
      'vertex',
      google,
      'https://aiplatform.googleapis.com/v1/projects/house-project/locations/global',
    ],
    [
      'vertex-anthropic',
      { ...google, location: 'us-east5' },
      'https://us-east5-aiplatform.googleapis.com/v1/projects/house-project/locations/us-east5',
    ],
    [
      'vertex',
      { ...google, location: 'eu' },
      'https://aiplatform.eu.rep.googleapis.com/v1/projects/house-project/locations/eu',
    ],
    [
      'vertex-anthropic',
      { ...google, location: 'us' },
      'https://aiplatform.us.rep.googleapis.com/v1/projects/house-project/locations/us',
    ],
  ])('for %s is the one of their region', (protocol, fields, url) => {
    expect(findBaseUrl(protocol, JSON.stringify(fields))).toBe(url);
  });

  it('cannot be derived from a plain key or from credentials of Azure', () => {
    expect(findBaseUrl('bedrock', 'a-plain-key')).toBeUndefined();
    expect(findBaseUrl('azure', '{}')).toBeUndefined();
  });
});

describe('the list of models', () => {
  it.each([
    ['bedrock', runtime, 'https://bedrock.eu-central-1.amazonaws.com/foundation-models'],
    [
      'azure',
      'https://house.openai.azure.com',
      'https://house.openai.azure.com/openai/models?api-version=2024-10-21',
    ],
    [
      'vertex',
      'https://aiplatform.googleapis.com/v1/projects/p/locations/global',
      'https://aiplatform.googleapis.com/v1beta1/publishers/google/models?pageSize=200',
    ],
  ] as const)('of %s has an address of its own', (protocol, baseUrl, url) => {
    expect(makeModelListRequest(protocol, { apiKey: 'plain-key-1', baseUrl }).url).toBe(url);
  });

  it('of bedrock has inference profiles beside the models', () => {
    const account = { apiKey: 'plain-key-1', baseUrl: runtime };
    const { further } = makeModelListRequest('bedrock', account);
    expect(further?.url).toBe(
      'https://bedrock.eu-central-1.amazonaws.com/inference-profiles?maxResults=1000',
    );
    const summaries = [{ inferenceProfileId: 'eu.anthropic.claude' }, { status: 'ACTIVE' }];
    const body = { inferenceProfileSummaries: summaries };
    expect(further?.readNames(body)).toEqual(['eu.anthropic.claude']);
  });
});
