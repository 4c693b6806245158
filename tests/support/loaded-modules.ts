import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');

export type LoadedModules = {
  /** For the environment of a server; its child processes inherit it. */
  env: Record<string, string>;
  /** Per process: its script, and sources and files of packages as paths in the repository; bundles by what they contain. */
  processes(): Map<number, { script: string; modules: Set<string> }>;
  dispose(): Promise<void>;
};

/** Records which modules a server and its child processes load. */
export async function recordModules(): Promise<LoadedModules> {
  const folder = await mkdtemp(join(tmpdir(), 'not-terrible-modules-'));
  const file = join(folder, 'loaded');
  // The first line of a process names its script.
  const preload = `import { registerHooks } from 'node:module';
import { appendFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const record = (url) => appendFileSync(${JSON.stringify(file)}, process.pid + ' ' + url + '\\n');
record(pathToFileURL(process.argv[1] ?? '').href);
registerHooks({ load(url, context, next) { record(url); return next(url, context); } });`;
  return {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` },
    processes() {
      const found = new Map<number, { script: string; modules: Set<string> }>();
      for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
        const [pid, url = ''] = line.split(' ');
        const known = found.get(Number(pid)) ?? { script: url, modules: new Set() };
        found.set(Number(pid), known);
        for (const module of modulesIn(url)) known.modules.add(module);
      }
      return found;
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

const isBuilt = `${pathToFileURL(join(root, 'dist')).href}/`;
const bundles = new Map<string, string[]>();

/** The build writes the path of each module above its code. */
function modulesIn(url: string): string[] {
  if (!url.startsWith('file:')) return [];
  if (!url.startsWith(isBuilt)) return [relative(root, fileURLToPath(url)).split(sep).join('/')];
  const known =
    bundles.get(url) ??
    [...readFileSync(new URL(url), 'utf8').matchAll(/^\/\/ ((?:src|node_modules)\/.+)$/gm)].map(
      ([, path = '']) => path,
    );
  bundles.set(url, known);
  return known;
}

type Locked = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

/** Packages that the project has only because of these. */
export function packagesOnlyFor(names: readonly string[]): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const reach = (start: readonly string[]) => {
    const reached = new Set<string>();
    const visit = (name: string, from: string) => {
      // As Node resolves it: the copy that is nearest to the package that asks for it.
      const folders = from.split('/node_modules/').map((_, index, all) => all.slice(0, all.length - index));
      const places = [
        ...folders.map((parts) => `${parts.join('/node_modules/')}/node_modules/${name}`),
        `node_modules/${name}`,
      ];
      const place = places.find((one) => packages[one]);
      if (!place || reached.has(place)) return;
      reached.add(place);
      const { dependencies, optionalDependencies } = packages[place] ?? {};
      for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) visit(each, place);
    };
    for (const name of start) visit(name, '');
    return reached;
  };
  const own = Object.keys(packages['']?.dependencies ?? {});
  const others = reach(own.filter((name) => !names.includes(name)));
  return new Set([...reach(names)].filter((place) => !others.has(place)));
}
