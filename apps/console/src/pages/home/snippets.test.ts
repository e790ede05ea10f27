import { clients, makeSnippet, type Client } from './snippets';

const all = Object.keys(clients) as Client[];

describe('a first call', () => {
  it.each(all)('has the secret of a key that was just made filled in: %s', (client) => {
    const snippet = makeSnippet(client, 'https://gate.example', 'sk-tg-1');
    expect(snippet).toContain('sk-tg-1');
    expect(snippet).not.toContain('TOLLGATE_KEY');
    expect(snippet).not.toContain('import os');
  });

  it.each(all)('names a variable while no secret is known: %s', (client) => {
    expect(makeSnippet(client, 'https://gate.example')).toContain('TOLLGATE_KEY');
  });
});
