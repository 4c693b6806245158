import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findJava } from './java.ts';

export type Page = { name: string; html: string };

type Message = {
  type: 'error' | 'info' | 'non-document-error';
  url?: string;
  message: string;
  lastLine?: number;
  extract?: string;
};

const jar = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'));

/** The checker runs for two seconds, too short for the optimizing JIT compiler. Its schema needs more than the usual stack. */
const javaOptions = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss16m'];

/** React closes void elements with a slash, which is valid HTML. */
const meaningless = /^Trailing slash on void elements has no effect/;

/** Runs the Nu HTML checker over whole pages and returns its errors. */
export async function checkHtml(pages: Page[]): Promise<string[]> {
  if (pages.length === 0) throw new RangeError('There is no page to check.');
  const java = await findJava();
  const folder = await mkdtemp(join(tmpdir(), 'not-terrible-html-'));
  try {
    const files = pages.map((_, index) => join(folder, `${index}.html`));
    await Promise.all(pages.map(({ html }, index) => writeFile(files[index] as string, html)));
    const { stdout } = await promisify(execFile)(
      java,
      [...javaOptions, '-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', ...files],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    const { messages } = JSON.parse(stdout) as { messages: Message[] };
    return messages
      .filter(({ message }) => !meaningless.test(message))
      .map((message) => describe(message, pages));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function describe({ type, url, message, lastLine, extract }: Message, pages: Page[]): string {
  const index = Number(/(\d+)\.html$/.exec(url ?? '')?.[1]);
  const place = [pages[index]?.name ?? 'the checker', lastLine]
    .filter((part) => part !== undefined)
    .join(':');
  return `${place} ${type}: ${message}${extract ? ` — ${extract.replaceAll(/\s+/g, ' ').trim()}` : ''}`;
}
