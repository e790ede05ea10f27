import { readFileSync } from 'node:fs';
import { readDockerfile } from './read-dockerfile';

describe('deploy/Dockerfile', () => {
  const { baseImage, images } = readDockerfile(readFileSync('deploy/Dockerfile', 'utf8'));

  it('has an image for every service and every shape', () => {
    const services = ['audit', 'auth', 'billing', 'edge', 'orgs', 'relay', 'simulator', 'video'];
    expect([...images].sort()).toEqual([...services, 'gateway', 'host', 'office'].sort());
  });

  it('names the image that all begin with', () => {
    expect(baseImage).toMatch(/^node:24-/);
  });
});
