// The rooms of an app that relays calls (it has a folder `call`), from the ground up. A room may
// import the rooms it names; the stages of a call import only earlier stages, so that a reader can
// follow a call folder by folder and a step cannot depend on what happens after it.
import { join } from 'node:path';

/** In the order of a call. */
const stages = ['receive', 'review', 'route', 'admit', 'attempt', 'answer', 'settle'];

const ground = ['catalog', 'spool', 'domain'];

/** What inner rooms may import; all others may import every room of this table. */
const allowedRooms = {
  catalog: [],
  spool: [],
  domain: ['catalog'],
  endpoints: ['domain', 'catalog'],
  call: [...ground, 'endpoints'],
};
const outerRooms = [...ground, 'endpoints', 'call'];

/** Zones for import-x/no-restricted-paths of one app. */
export function callZones(source, folders) {
  const rooms = folders.map((room) => makeZone(source, room, allowedRooms[room] ?? outerRooms));
  const inOrder = stages.map((stage, index) => {
    const earlier = stages.slice(0, index).map((name) => `call/${name}`);
    return makeZone(source, `call/${stage}`, [...ground, ...earlier]);
  });
  return [...rooms, ...inOrder, makeStoreZone(source, folders)];
}

function makeZone(source, room, allowed) {
  const names = [room, ...allowed];
  return {
    target: join(source, room),
    from: source,
    except: names.map((name) => `./${name}`),
    message: `${room}/ may import only ${names.join(', ')}; hand the rest in from start.ts.`,
  };
}

/** The tables of the catalog are known to its store alone. */
function makeStoreZone(source, folders) {
  const others = folders.filter((folder) => folder !== 'catalog');
  const ofCatalog = ['discover', 'manage', 'names', 'seed'].map((name) => `catalog/${name}`);
  return {
    target: [...others, ...ofCatalog].map((name) => join(source, name)),
    from: join(source, 'catalog', 'store'),
    message: 'Only start.ts imports catalog/store; use the ports of catalog/manage.',
  };
}
