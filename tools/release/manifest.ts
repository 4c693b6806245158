import { type Lockfile, lockedVersions, type Versions } from './shrinkwrap.ts';

export type ProjectManifest = {
  name: string;
  version: string;
  description: string;
  license: string;
  engines: { node: string };
  dependencies: Versions;
  optionalDependencies: Versions;
};

/** The package.json of a release: it declares the packages that the built code imports, and what those depend on. */
export function releaseManifest(project: ProjectManifest, lockfile: Lockfile, imported: readonly string[]) {
  const { name, version, description, license, engines, optionalDependencies } = project;
  const undeclared = imported.filter((each) => !(each in project.dependencies));
  if (undeclared.length > 0)
    throw new Error(`The built code imports ${undeclared.join(', ')}: add it to the dependencies.`);
  return {
    name,
    version,
    description,
    license,
    // It is installed from a file. The name in public registries may belong to others.
    private: true,
    type: 'module',
    engines,
    bin: { 'not-terrible': 'bin/not-terrible.js' },
    dependencies: lockedVersions(imported, lockfile),
    optionalDependencies,
  };
}
