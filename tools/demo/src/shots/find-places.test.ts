import { findPlaces } from './find-places';

describe('places of pictures', () => {
  it('have the name of their path', () => {
    expect(
      findPlaces(['/', '/sign-in', '/orgs/{orgId}/teams'], { orgs: { orgId: 'org_1' } }),
    ).toEqual([
      { name: 'home', path: '/' },
      { name: 'sign-in', path: '/sign-in' },
      { name: 'orgs-orgId-teams', path: '/orgs/org_1/teams' },
    ]);
  });

  it('leave out a path whose value is unknown', () => {
    expect(findPlaces(['/calls/{id}'], { videos: { id: 'vid_1' } })).toEqual([]);
  });
});
