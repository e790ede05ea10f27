import type { RequestHandler } from 'express';

/** For answers about one caller: no cache between them and us may keep or share them. */
export const forbidCaching: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'private, no-store');
  response.setHeader('vary', 'Authorization, Cookie');
  next();
};
