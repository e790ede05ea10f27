/** One way through the gateway, and the bare proxy in front of the same provider. */
export interface DialectCase {
  readonly name: string;
  readonly gatewayPath: string;
  readonly gatewayModel: string;
  readonly providerPath: string;
  readonly providerModel: string;
  readonly makeBody: (model: string, text: string, isStreaming: boolean) => string;
  /** The provider's own body for the yardstick, which translates nothing. */
  readonly makeProviderBody: (model: string, text: string, isStreaming: boolean) => string;
  /** What stands once in the frame of every token, in either stream. */
  readonly gatewayMark: string;
  readonly providerMark: string;
}

const outputTokensMax = 2_000;

function makeChatBody(model: string, content: string, isStreaming: boolean): string {
  const stream = isStreaming ? { stream: true, stream_options: { include_usage: true } } : {};
  const messages = [{ role: 'user', content }];
  return JSON.stringify({ model, messages, max_tokens: outputTokensMax, ...stream });
}

function makeMessagesBody(model: string, content: string, isStreaming: boolean): string {
  const messages = [{ role: 'user', content }];
  const body = { model, messages, max_tokens: outputTokensMax };
  return JSON.stringify(isStreaming ? { ...body, stream: true } : body);
}

const chatMark = '"delta":{"content"';
const messagesMark = '"text_delta"';

const chat = {
  gatewayPath: '/v1/chat/completions',
  makeBody: makeChatBody,
  gatewayMark: chatMark,
};
const overOpenAi = {
  providerPath: '/v1/chat/completions',
  providerModel: 'chat',
  gatewayModel: 'simulator/chat',
  makeProviderBody: makeChatBody,
  providerMark: chatMark,
};
const overAnthropic = {
  providerPath: '/v1/messages',
  providerModel: 'claude',
  gatewayModel: 'simulator/claude',
  makeProviderBody: makeMessagesBody,
  providerMark: messagesMark,
};
const messages = {
  gatewayPath: '/v1/messages',
  makeBody: makeMessagesBody,
  gatewayMark: messagesMark,
};

/** The first passes bytes; the others are translated. */
export const dialectCases: readonly [DialectCase, ...DialectCase[]] = [
  { name: 'chat over openai', ...chat, ...overOpenAi },
  { name: 'messages over openai', ...messages, ...overOpenAi },
  { name: 'chat over anthropic', ...chat, ...overAnthropic },
];
