import type { AdmitVideoRequest, AdmitVideoResponse, VideoRoute } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import type { VideoAdmissionClient } from './video-admission-client';

/** Admits with `admit`; without it every job is refused as `overloaded`. */
export function createFakeVideoAdmissionClient(
  options: {
    readonly admit?: (request: AdmitVideoRequest) => AdmitVideoResponse;
    readonly routes?: ReadonlyMap<string, VideoRoute>;
  } = {},
): VideoAdmissionClient {
  return {
    async admitVideo(request) {
      if (options.admit === undefined) throw new AppError('overloaded');
      return options.admit(request);
    },
    findRoute: async (routeId) => options.routes?.get(routeId),
    close: () => undefined,
  };
}
