export type Versions = Record<string, string>;

type Entry = {
  version: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  dependencies?: Versions;
  optionalDependencies?: Versions;
  peerDependencies?: Versions;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type Lockfile = { lockfileVersion: number; packages: Record<string, Entry> };
const folder = 'node_modules/';
type Manifest = {
  name: string;
  version: string;
  dependencies: Versions;
  optionalDependencies: Versions;
};

/**
 * The locked versions of packages and of all that they depend on. A release declares all of them, because npm ignores the lockfile
 * of a package that is installed from a file: it installs what ranges allow. A second version of a package, which npm installs
 * below the one that needs it, cannot be declared.
 */
export function lockedVersions(names: readonly string[], lockfile: Lockfile): Versions {
  const places = [...reachable(names, lockfile, { required: true })].sort();
  return Object.fromEntries(
    places
      .filter((place) => place.lastIndexOf(folder) === 0)
      .map((place) => [place.slice(folder.length), entryAt(lockfile, place).version]),
  );
}

/**
 * The part of the project's lockfile that a release needs, for `npm ci` in its folder. Like the lockfile it has a hash for each
 * package and names no registry.
 */
export function shrinkwrapOf(manifest: Manifest, lockfile: Lockfile): object {
  const declared = Object.keys(manifest.dependencies);
  const needed = reachable(declared, lockfile, { required: true });
  const all = reachable([...declared, ...Object.keys(manifest.optionalDependencies)], lockfile, {
    required: false,
  });
  const packages = [...all].sort().map((place) => {
    const { dev: _, devOptional: __, optional: ___, ...entry } = entryAt(lockfile, place);
    return [place, needed.has(place) ? entry : { ...entry, optional: true }] as const;
  });
  return {
    name: manifest.name,
    version: manifest.version,
    lockfileVersion: lockfile.lockfileVersion,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(packages) },
  };
}

/** The places in node_modules of the packages and all that they depend on; `required` leaves out optional dependencies. */
function reachable(
  names: readonly string[],
  lockfile: Lockfile,
  { required }: { required: boolean },
): Set<string> {
  const found = new Set<string>();
  const queue = names.map((name) => placeOf(lockfile, '', name));
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    for (const name of dependenciesOf(entryAt(lockfile, place), required))
      queue.push(placeOf(lockfile, place, name));
  }
  return found;
}

function dependenciesOf(entry: Entry, required: boolean): string[] {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...peers, ...(required ? [] : Object.keys(optionalDependencies))];
}

/** Where Node finds a package that the one at `place` imports: in the nearest node_modules. */
function placeOf(lockfile: Lockfile, place: string, name: string): string {
  for (let from = place; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const found = `${from && `${from}/`}node_modules/${name}`;
    if (found in lockfile.packages) return found;
    if (from === '')
      throw new Error(`package-lock.json has no ${name}, which ${place || 'the release'} needs.`);
  }
}

function entryAt({ packages }: Lockfile, place: string): Entry {
  const entry = packages[place];
  if (!entry) throw new Error(`package-lock.json has no ${place}.`);
  return entry;
}
