import {
  createTokenPost,
  CredentialsError,
  TokenCache,
  TokenRefusedError,
} from '@tollgate/cloud-auth';
import { AppError } from '@tollgate/errors';
import {
  AnswerTooLongError,
  createGuardedAgent,
  ForbiddenAddressError,
  makeOutboundRules,
} from '@tollgate/outbound';
import { request as sendRequest } from 'undici';
import {
  prepareModelList,
  type ListedAccount,
  type ModelListRequest,
} from '../manage/model-list-request';
import { readListText } from '../manage/read-list-text';

/** The entries of a provider's list of models. Raises AppError with the remedy. */
export type ListProviderModels = (account: ListedAccount) => Promise<readonly unknown[]>;

const timeoutMs = 10_000;
const connectTimeoutMs = 5_000;
/** A key may list models without being allowed to list inference profiles. */
const mayNotList = [401, 403, 404];
/** Where operators run servers. Link-local addresses, where clouds serve credentials, are not. */
const ownNetworks = [
  ...['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::1/128', 'fc00::/7'],
];

/** Asks public addresses and those of operators' networks. Follows no redirects. */
export function createListProviderModels(): ListProviderModels {
  const rules = makeOutboundRules({ allowCidrs: ownNetworks, allowsHttp: true });
  // Without keep-alive: an operator asks rarely, and an idle socket would delay a shutdown.
  const dispatcher = createGuardedAgent({ rules, connectTimeoutMs, pipelining: 0 });
  const tokens = new TokenCache(createTokenPost(dispatcher));
  return async (account) => {
    const list = attempt(() => prepareModelList(account), account);
    const items = await ask(list, account);
    if (list.further === undefined) return items;
    const further = await ask(list.further, account, mayNotList);
    return [...items, ...further];
  };

  async function ask(
    list: ModelListRequest,
    account: ListedAccount,
    withoutItems: readonly number[] = [],
  ): Promise<readonly unknown[]> {
    try {
      const { body, statusCode } = await sendRequest(list.url, {
        dispatcher,
        headers: { ...list.headers, ...(await list.authorize?.(tokens)) },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await readListText(body);
      if (withoutItems.includes(statusCode)) return [];
      if (statusCode !== 200) throw explainStatus(statusCode, list.url, account);
      const items = list.readItems(parse(text));
      if (items === null) throw refuseAnswer(list.url);
      return items;
    } catch (error) {
      throw explainFault(error, list.url, account);
    }
  }
}

function attempt<Result>(run: () => Result, account: ListedAccount): Result {
  try {
    return run();
  } catch (error) {
    throw explainFault(error, account.base_url, account);
  }
}

/** Undefined: no JSON. The text is not shown: it may contain the key. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function explainStatus(status: number, url: string, { provider }: ListedAccount): AppError {
  if (status === 401 || status === 403) {
    return new AppError('upstream_auth_failed', {
      message: `${provider} refused the key (status ${status}): check apiKey, and its permissions`,
    });
  }
  if (status === 404 || status === 405) {
    return new AppError('upstream_unavailable', {
      message: `There is no list of models at ${url} (status ${status}): check baseUrl`,
    });
  }
  return new AppError('upstream_unavailable', {
    message: `${url} answered with status ${status}: check baseUrl, or try again later`,
  });
}

function refuseAnswer(url: string): AppError {
  return new AppError('upstream_unavailable', {
    message: `The answer of ${url} is not a list of models: check baseUrl, which often ends in /v1`,
  });
}

function explainFault(error: unknown, url: string, { provider }: ListedAccount): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TokenRefusedError || error instanceof CredentialsError) {
    return new AppError('upstream_auth_failed', {
      message: `${provider} refused the credentials: check apiKey`,
    });
  }
  if (error instanceof ForbiddenAddressError) {
    return new AppError('unsupported_param', {
      message: 'baseUrl must be a public or private address, not a link-local or reserved one',
      param: 'baseUrl',
    });
  }
  if (error instanceof AnswerTooLongError) return refuseAnswer(url);
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new AppError('timeout', {
      message: `${url} did not answer within ${timeoutMs / 1_000} s: check baseUrl, or try again`,
    });
  }
  return new AppError('upstream_unreachable', {
    message: `${url} could not be reached: check baseUrl and that the server runs`,
  });
}
