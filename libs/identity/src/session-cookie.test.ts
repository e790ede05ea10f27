import { getSessionCookie, readCookie } from './session-cookie';

describe('the session cookie', () => {
  it('is bound to the host where the site has TLS', () => {
    expect(getSessionCookie('tollgate', 'https://tollgate.example')).toEqual({
      name: '__Host-tollgate_session',
      isSecure: true,
    });
    expect(getSessionCookie('tollgate', 'http://127.0.0.1:8080')).toEqual({
      name: 'tollgate_session',
      isSecure: false,
    });
  });

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['session=a', 'a'],
    ['x=1; session=a=b; session=c', 'a=b'],
    ['xsession=1;session =2', '2'],
    ['session', undefined],
  ])('in %p is %p', (header, value) => {
    expect(readCookie(header, 'session')).toBe(value);
  });
});
