export {
  TokenRefusedError,
  type Authorize,
  type TokenExchange,
  type TokenSource,
} from './authorize';
export { parseAwsCredentials, type AwsCredentials } from './aws-credentials';
export { parseAzureCredentials, type AzureCredentials } from './azure-credentials';
export { findCredentialsFault } from './check-credentials';
export {
  cloudProtocols,
  isCloudProtocol,
  type CloudAccount,
  type CloudProtocol,
} from './cloud-protocols';
export { CredentialsError } from './credentials-error';
export { findBaseUrl } from './find-base-url';
export { parseGoogleCredentials, type GoogleCredentials } from './google-credentials';
export { listSecrets, nameCredentials } from './list-secrets';
export { makeModelListRequest, type ModelListRequest } from './model-list';
export { createTokenPost } from './post-token-form';
export { signAws } from './sign-aws';
export { signAzure } from './sign-azure';
export { signBedrock, type CloudProof } from './sign-bedrock';
export { signGoogle } from './sign-google';
export { TokenCache, type IssuedToken, type PostTokenForm } from './token-cache';
