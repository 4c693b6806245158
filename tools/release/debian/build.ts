import {
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Architecture, architectures, makeTree } from '../tree.ts';
import { ar, type Entry, gzip, md5sums, tar, zstd } from './archives.ts';
import {
  copyright,
  debianChangelog,
  debianVersion,
  maintainer,
  manualPage,
  versionsIn,
} from './documents.ts';

const files = path.join(import.meta.dirname, 'files');
const docs = path.resolve(import.meta.dirname, '../../../docs');
const place = 'usr/lib/not-terrible';
const documents = 'usr/share/doc/not-terrible';
const settings = 'etc/not-terrible.env';
const debianArchitecture: Record<Architecture, string> = { arm64: 'arm64', x64: 'amd64' };
/** The launcher needs another Node, and the documents are where Debian has them. */
const leftOut = ['bin', 'docs', 'LICENSE', 'README.md'];

/** What Node and libvips are linked with, from the versions of the symbols that they use. */
const libraries = ['libatomic1 (>= 4.8)', 'libc6 (>= 2.28)', 'libgcc-s1 (>= 4.2)', 'libstdc++6 (>= 6)'];

/**
 * Makes the Debian package of a release for one architecture and returns its file. It needs neither root nor Debian's tools; the same
 * release gives the same bytes. SOURCE_DATE_EPOCH sets the time of all files, which otherwise is the date of the newest version in
 * the change log.
 */
export function buildDebianPackage({
  release,
  arch,
  to,
}: {
  release: string;
  arch: Architecture;
  to: string;
}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'not-terrible-deb-'));
  try {
    const tree = path.join(folder, 'tree');
    makeTree({ release: path.resolve(release), to: tree, arch });
    const { version } = JSON.parse(readFileSync(path.join(tree, 'package.json'), 'utf8'));
    const changelog = readFileSync(path.join(tree, 'CHANGELOG.md'), 'utf8');
    const modified = timeOf(changelog, lstatSync(path.join(tree, 'package.json')).mtime);
    const entries = [
      ...filesIn(tree).map((name) => entryOf(path.join(tree, name), `${place}/${name}`)),
      ...packageFiles(tree, { version, changelog, modified }),
    ];
    const control = controlFiles(entries, {
      version: debianVersion(version),
      architecture: debianArchitecture[arch],
    });
    mkdirSync(to, { recursive: true });
    const file = path.join(to, `not-terrible_${debianVersion(version)}_${debianArchitecture[arch]}.deb`);
    writeFileSync(
      file,
      ar(
        [
          { name: 'debian-binary', content: Buffer.from('2.0\n') },
          { name: 'control.tar.gz', content: gzip(tar(control, modified)) },
          { name: 'data.tar.zst', content: zstd(tar(entries, modified)) },
        ],
        modified,
      ),
    );
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function timeOf(changelog: string, fallback: Date): Date {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  if (epoch !== undefined) {
    if (!/^\d{1,11}$/.test(epoch)) throw new Error('SOURCE_DATE_EPOCH is not a number of seconds.');
    return new Date(Number(epoch) * 1000);
  }
  return versionsIn(changelog).find(({ date }) => date !== null)?.date ?? fallback;
}

/** Files and links of the tree, with paths that begin at it. */
const filesIn = (tree: string): string[] =>
  readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(tree, path.join(entry.parentPath, entry.name)))
    .filter((name) => !leftOut.includes(name.split(path.sep)[0] ?? ''));

function entryOf(file: string, to: string): Entry {
  const status = lstatSync(file);
  return status.isSymbolicLink()
    ? { path: to, linkTo: readlinkSync(file) }
    : { path: to, content: readFileSync(file), mode: to.endsWith('/bin/node') ? 0o755 : 0o644 };
}

/** What a Debian package has besides the program. */
function packageFiles(
  tree: string,
  { version, changelog, modified }: { version: string; changelog: string; modified: Date },
): Entry[] {
  const file = (to: string, content: Buffer | string, mode = 0o644): Entry => ({
    path: to,
    content: Buffer.from(content),
    mode,
  });
  const own = (name: string) => readFileSync(path.join(files, name));
  return [
    file('usr/bin/not-terrible', own('not-terrible'), 0o755),
    // It may contain passwords.
    file(settings, own('not-terrible.env'), 0o640),
    file('usr/lib/systemd/system/not-terrible.service', own('not-terrible.service')),
    file(
      'usr/share/man/man1/not-terrible.1.gz',
      gzip(manualPage(own('not-terrible.1').toString(), version, modified)),
    ),
    file('usr/share/lintian/overrides/not-terrible', own('lintian-overrides')),
    file(`${documents}/copyright`, copyright(tree, place)),
    file(`${documents}/changelog.gz`, gzip(debianChangelog(version, changelog, modified))),
    file(`${documents}/settings.env`, readFileSync(path.join(tree, '.env.example'))),
    file(`${documents}/debian.md`, readFileSync(path.join(docs, 'debian.md'))),
    ...globSync('{,handbook/}*.md', { cwd: path.join(tree, 'docs') })
      .sort()
      .filter((name) => name !== 'debian.md')
      .map((name) => file(`${documents}/${name}`, readFileSync(path.join(tree, 'docs', name)))),
  ];
}

function controlFiles(
  entries: readonly Entry[],
  { version, architecture }: { version: string; architecture: string },
): Entry[] {
  const kilobytes = entries.reduce(
    (sum, entry) => sum + ('content' in entry ? Math.ceil(entry.content.length / 1024) : 1),
    0,
  );
  const control = `Package: not-terrible
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kilobytes}
Depends: adduser, ${libraries.join(', ')}
Suggests: caddy | nginx, postgresql
Section: web
Priority: optional
Description: personal blog engine
 Not Terrible needs one command to start, loses nothing, and serves pages at the
 speed of static files.
 .
 The package contains the program with its own Node.js, a service for systemd
 and the command not-terrible, which backs up, imports, exports and repairs the
 site of that service.
`;
  const script = (name: string): Entry => ({
    path: name,
    content: readFileSync(path.join(files, name)),
    mode: 0o755,
  });
  const text = (name: string, content: string): Entry => ({
    path: name,
    content: Buffer.from(content),
    mode: 0o644,
  });
  return [
    text('control', control),
    text('md5sums', md5sums(entries.filter((entry) => entry.path !== settings))),
    text('conffiles', `/${settings}\n`),
    ...['preinst', 'postinst', 'prerm', 'postrm'].map(script),
  ];
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { release: { type: 'string' }, arch: { type: 'string' }, to: { type: 'string' } },
  });
  const arch = architectures.find((each) => each === values.arch);
  if (!values.release || !values.to || !arch) {
    console.error(
      `Usage: node tools/release/debian/build.ts --release FILE.tgz --arch ${architectures.join('|')} --to FOLDER`,
    );
    process.exit(2);
  }
  const file = buildDebianPackage({ release: values.release, arch, to: values.to });
  console.log(`${file} (${(lstatSync(file).size / 1_000_000).toFixed(1)} MB)`);
}
