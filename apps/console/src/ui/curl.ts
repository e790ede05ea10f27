export type CurlQuery = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a request authenticates with; the names of the API document. */
export type Credential = 'operator' | 'managementKey' | 'standardKey' | 'session';

/** The account is read with a session only, what organizations have with a management key. */
export function chooseCredential(path: string): Credential {
  if (path.startsWith('/api/admin/')) return 'operator';
  if (/^\/api\/(?:account|billing)\b/.test(path)) return 'session';
  return /^\/(?:api\/orgs|v1\/orgs|v1\/management)\//.test(path) ? 'managementKey' : 'standardKey';
}

/** A curl command with a variable of the shell for the secret. */
export function makeCurl(
  origin: string,
  {
    path,
    post,
    query,
  }: {
    readonly path: string;
    readonly query: CurlQuery;
    /** The body of a POST. */
    readonly post?: object | undefined;
  },
): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const suffix = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  const body =
    post === undefined
      ? ''
      : ` -H 'content-type: application/json' -d ${quote(JSON.stringify(post))}`;
  return `curl ${authorize(origin, path)}${body} ${quote(origin + path + suffix)}`;
}

/** One word of a shell, whatever the text contains. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function authorize(origin: string, path: string): string {
  if (chooseCredential(path) !== 'session') return '-H "Authorization: Bearer $TOLLGATE_KEY"';
  const prefix = origin.startsWith('https:') ? '__Host-' : '';
  return `-b "${prefix}tollgate_session=$TOLLGATE_SESSION"`;
}
