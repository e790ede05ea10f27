import { sellsAtListPrice } from './cloud-address';

const place = 'https://europe-west1-aiplatform.googleapis.com/v1/projects/house/locations';
const global = 'https://aiplatform.googleapis.com/v1';

describe('the address of a cloud', () => {
  it.each([
    ['bedrock', 'https://bedrock-runtime.us-east-1.amazonaws.com', true],
    ['bedrock', 'https://bedrock-runtime.eu-central-1.amazonaws.com', true],
    ['bedrock', 'https://bedrock-runtime.cn-north-1.amazonaws.com.cn', false],
    ['bedrock', 'https://bedrock-runtime.us-gov-west-1.amazonaws.com', false],
    ['vertex', global, true],
    ['vertex', `${global}/projects/house/locations/global`, true],
    ['vertex', 'https://proxy.example.com/v1/projects/house/locations/global', true],
    ['vertex', `${place}/europe-west1`, false],
    ['vertex', 'https://europe-west1-aiplatform.googleapis.com/v1', false],
    ['vertex', 'https://aiplatform.eu.rep.googleapis.com/v1/projects/house/locations/eu', false],
    ['vertex-anthropic', `${global}/projects/house/locations/global`, true],
    ['vertex-anthropic', `${place}/europe-west1`, false],
    ['vertex-anthropic', global, false],
  ] as const)('of %s at %s sells at list prices: %s', (protocol, baseUrl, expected) => {
    expect(sellsAtListPrice(protocol, baseUrl)).toBe(expected);
  });
});
