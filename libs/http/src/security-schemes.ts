/** The kinds of credentials, by their names in the document. */
export const securitySchemes = {
  standardKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A standard API key: calls models and reads its own figures.',
  },
  anthropicKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: "A standard API key, where Anthropic's clients put it.",
  },
  managementKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A management key: manages keys, and cannot call models.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'tollgate_session',
    description: 'The cookie of a signed-in person; `__Host-tollgate_session` behind TLS.',
  },
  playgroundToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of `POST /api/account/playground-token`: calls models for ten minutes.',
  },
  institutionSession: {
    type: 'http',
    scheme: 'bearer',
    description: 'A session of somebody whom an institution let in (`edu-sess-…`).',
  },
  operator: {
    type: 'http',
    scheme: 'bearer',
    description: "The deployment's ADMIN_TOKEN; the session of an operator works as well.",
  },
} as const;

export type SecurityName = keyof typeof securitySchemes;
