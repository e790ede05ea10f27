/** Where to go after the sign-in: a path of this site only, never another host. */
export function readNext(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/';
}
