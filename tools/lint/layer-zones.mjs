// Layers inside an app, which Nx tags cannot see: domain is pure, use-cases import the domain,
// folders with I/O import those two, and only start.ts and app.ts import everything. An app that
// relays calls has rooms of its own (call-zones.mjs).
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { callZones } from './call-zones.mjs';
import { consoleZones } from './console-zones.mjs';
import { appsByResource } from './layer-names.mjs';

const innerLayers = ['domain', 'use-cases'];

/** Folders a layer may import besides itself. */
function allowedFolders(folder) {
  if (folder === 'domain') return [];
  if (folder === 'use-cases') return ['domain'];
  return innerLayers;
}

function directories(path) {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

function safeDirectories(path) {
  try {
    return directories(path);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Zones for import-x/no-restricted-paths: libs below apps, then one per folder of every app. */
export function layerZones(workspaceRoot) {
  const libsBelowApps = {
    target: join(workspaceRoot, 'libs'),
    from: join(workspaceRoot, 'apps'),
    message: 'A library never imports an app.',
  };
  return [libsBelowApps, ...appZones(workspaceRoot)];
}

function appZones(workspaceRoot) {
  const others = ['e2e', ...appsByResource];
  const apps = safeDirectories(join(workspaceRoot, 'apps')).filter((app) => !others.includes(app));
  return apps.flatMap((app) => {
    const source = join(workspaceRoot, 'apps', app, 'src');
    const folders = safeDirectories(source);
    if (app === 'console') return consoleZones(source);
    if (folders.includes('call')) return callZones(source, folders);
    return folders.map((folder) => ({
      target: join(source, folder),
      from: source,
      except: [folder, ...allowedFolders(folder)].map((name) => `./${name}`),
      message: `${folder}/ may import only ${[folder, ...allowedFolders(folder)].join(', ')}; hand the rest in from start.ts.`,
    }));
  });
}
