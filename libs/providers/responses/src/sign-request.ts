export { makeBearerHeaders as signRequest } from '@tollgate/model-kit';
