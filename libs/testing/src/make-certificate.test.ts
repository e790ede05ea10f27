import { X509Certificate } from 'node:crypto';
import { makeCertificate } from './make-certificate';

describe('a certificate for a test', () => {
  it('is of its host and its own authority, today', () => {
    const certificate = new X509Certificate(makeCertificate('receiver.example').cert);
    expect(certificate.checkHost('receiver.example')).toBe('receiver.example');
    expect(certificate.checkHost('other.example')).toBeUndefined();
    expect([certificate.ca, certificate.verify(certificate.publicKey)]).toEqual([true, true]);
    expect(new Date(certificate.validTo).getTime()).toBeGreaterThan(Date.now());
    expect(new Date(certificate.validFrom).getTime()).toBeLessThan(Date.now());
  });
});
