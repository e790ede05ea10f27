import { parse } from 'yaml';

/** A service of docker-compose.yml with its variables filled in. */
export interface ComposeService {
  readonly name: string;
  /** An image of an engine, or `target` of deploy/Dockerfile. */
  readonly source: { readonly image: string } | { readonly target: string };
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly needs: readonly string[];
  readonly networks: readonly string[];
  /** As `source:target[:ro]`; a source that begins with a dot is a path. */
  readonly volumes: readonly string[];
  readonly tmpfs: readonly string[];
  readonly capDrop: readonly string[];
  readonly securityOptions: readonly string[];
  readonly isReadOnly: boolean;
  /** The command of the health check. */
  readonly healthCommand: readonly string[];
  readonly stopSeconds: number;
}

export interface ComposeNetwork {
  readonly name: string;
  readonly isInternal: boolean;
}

export interface ComposeFile {
  readonly services: readonly ComposeService[];
  readonly networks: readonly ComposeNetwork[];
  readonly volumes: readonly string[];
}

type Variables = Readonly<Record<string, string>>;

interface RawService {
  readonly image?: string;
  readonly build?: { readonly target: string };
  readonly profiles?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
}

interface RawFile {
  readonly services: Readonly<Record<string, RawService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** Reads what our own compose file uses; services of other profiles are left out. */
export function readComposeFile(
  text: string,
  { profile, variables }: { readonly profile: string; readonly variables: Variables },
): ComposeFile {
  const raw = parse(fillIn(text, variables), { merge: true }) as RawFile;
  return {
    services: Object.entries(raw.services)
      .filter(([, { profiles }]) => profiles === undefined || profiles.includes(profile))
      .map(([name, service]) => readService(name, service)),
    networks: Object.entries(raw.networks).map(([name, { internal = false }]) => ({
      name,
      isInternal: internal,
    })),
    volumes: Object.keys(raw.volumes),
  };
}

/**
 * Fills in `${NAME:-fallback}`, `${NAME-fallback}`, which may be empty, and `${NAME:?hint}`. A
 * required variable must not be empty.
 */
function fillIn(text: string, variables: Variables): string {
  return text.replaceAll(
    /\$\{([A-Z_]+)(:-|:\?|-)([^}]*)\}/g,
    (whole, name: string, kind: string, rest: string) => {
      const value = variables[name];
      if (value !== undefined && (value !== '' || kind === '-')) return value;
      if (kind !== ':?') return rest;
      throw new Error(`${whole} has no value`);
    },
  );
}

function readService(name: string, service: RawService): ComposeService {
  return {
    name,
    source: readSource(name, service),
    command: service.command ?? [],
    environment: Object.fromEntries(
      Object.entries(service.environment ?? {}).map(([key, value]) => [key, String(value ?? '')]),
    ),
    needs: Object.keys(service.depends_on ?? {}),
    networks: service.networks ?? [],
    volumes: service.volumes ?? [],
    tmpfs: service.tmpfs ?? [],
    capDrop: service.cap_drop ?? [],
    // Podman knows only the form without a value.
    securityOptions: (service.security_opt ?? []).map((option) => option.replace(/:true$/, '')),
    isReadOnly: service.read_only === true,
    healthCommand: readHealthCommand(name, service.healthcheck.test),
    stopSeconds: Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '10s')?.[1]),
  };
}

function readSource(name: string, { build, image }: RawService): ComposeService['source'] {
  if (build !== undefined) return { target: build.target };
  if (image !== undefined) return { image };
  throw new Error(`${name} has neither an image nor a build`);
}

function readHealthCommand(name: string, [kind, ...rest]: readonly string[]): readonly string[] {
  if (kind === 'CMD') return rest;
  if (kind === 'CMD-SHELL') return ['sh', '-c', ...rest];
  throw new Error(`the health check of ${name} must begin with CMD or CMD-SHELL (got "${kind}")`);
}
