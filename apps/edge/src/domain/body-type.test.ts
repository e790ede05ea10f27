import { hasAcceptedType } from './body-type';

const logIn = { method: 'POST', path: '/api/auth/login' } as const;
const length = { 'content-length': '2' };

describe('the type of a body', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['text/plain', false],
    ['text/plain;application/json', false],
    ['application/jsonp', false],
    ['application/x-www-form-urlencoded', false],
    ['multipart/form-data; boundary=x', false],
    ['', false],
    [undefined, false],
  ])('%j on the site: %p', (type, isAccepted) => {
    const headers = { ...length, ...(type === undefined ? {} : { 'content-type': type }) };
    expect(hasAcceptedType(logIn, headers)).toBe(isAccepted);
    const chunked = { ...headers, 'content-length': undefined, 'transfer-encoding': 'chunked' };
    expect(hasAcceptedType(logIn, chunked)).toBe(isAccepted);
  });

  it('does not matter without a body', () => {
    expect(hasAcceptedType(logIn, { 'content-type': 'text/plain' })).toBe(true);
    expect(hasAcceptedType(logIn, { 'content-length': '0' })).toBe(true);
  });

  it('is judged by the owner on the API and on webhooks', () => {
    const headers = { ...length, 'content-type': 'text/plain' };
    const paths = ['/v1/chat/completions', '/api/billing/webhooks/{provider}'];
    for (const path of paths) {
      expect(hasAcceptedType({ method: 'POST', path }, headers)).toBe(true);
    }
  });
});
