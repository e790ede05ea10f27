import {
  VideoAdmissionServiceClient,
  type AdmitVideoRequest,
  type AdmitVideoResponse,
  type VideoRoute,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createPromiseClient, type GrpcClientOptions } from '@tollgate/rpc';
import { undefinedIfNotFound } from './answers';

/** Admission of video jobs by the relay. */
export interface VideoAdmissionClient {
  /** Not to be retried with the same ulid. */
  admitVideo(request: AdmitVideoRequest): Promise<AdmitVideoResponse>;
  /** Undefined: an operator removed the provider route. */
  findRoute(routeId: string): Promise<VideoRoute | undefined>;
  close(): void;
}

const deadlinesMs = { admitVideo: 10_000, getVideoRoute: 2_000 };

export function createVideoAdmissionClient(options: GrpcClientOptions): VideoAdmissionClient {
  const rpc = createPromiseClient(VideoAdmissionServiceClient, options, deadlinesMs);
  return {
    admitVideo: (request) => rpc.admitVideo(request, { requestId: request.requestId }),

    async findRoute(routeId) {
      const answer = await undefinedIfNotFound(rpc.getVideoRoute({ routeId }));
      if (answer === undefined) return undefined;
      if (answer.route === undefined) throw new AppError('internal');
      return answer.route;
    },

    close: rpc.close,
  };
}
