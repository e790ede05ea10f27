import type { InternalRoute } from '@tollgate/http';
import type { VideoJobs } from '../domain/videos/video-jobs';

/** GET /__sim/videos, or /__sim/videos?tag=… for the jobs with that tag in their prompt. */
export function simVideosRoute(videos: VideoJobs): InternalRoute {
  return (request, response) => {
    const query = new URLSearchParams((request.url ?? '').split('?')[1]);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(videos.describe(query.get('tag') ?? undefined)));
  };
}
