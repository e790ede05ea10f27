import type { RouteProtocol } from '../catalog';

const otherPartitions = /\.amazonaws\.com\.cn$|\.us-gov-[a-z]+-\d\.amazonaws\.com$/;
const globalLocation = /\/projects\/[^/]+\/locations\/global$/;
const globalHost = 'aiplatform.googleapis.com';

/**
 * Whether a cloud sells at this address at the list prices of the makers. Global inference profiles
 * and the global location of Vertex AI do; their regions cost 10 % more for most models.
 */
export function sellsAtListPrice(protocol: RouteProtocol, baseUrl: string): boolean {
  const { hostname, pathname } = new URL(baseUrl);
  switch (protocol) {
    case 'bedrock':
      // China and GovCloud have no global inference profiles.
      return !otherPartitions.test(hostname);
    case 'vertex':
      return hasNoPlace(hostname, pathname) || globalLocation.test(pathname);
    case 'vertex-anthropic':
      // An API key without a project reaches only Gemini.
      return globalLocation.test(pathname);
    default:
      return true;
  }
}

/** An API key of Vertex AI is used without a project, at the global host. */
function hasNoPlace(hostname: string, pathname: string): boolean {
  return hostname === globalHost && !pathname.includes('/projects/');
}
