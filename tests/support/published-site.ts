import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../bench/free-port.ts';
import { serveFolder } from './static-server.ts';

/** A folder that a plain web server serves, and the settings of a server at another origin that publishes its site there. */
export async function publishedFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-published-'));
  const root = path.join(folder, 'site');
  await mkdir(root);
  const files = await serveFolder(root);
  const port = String(await freePort());
  const live = `http://127.0.0.1:${port}`;
  return {
    url: files.url,
    live,
    env: {
      SITE_URL: files.url,
      PORT: port,
      PUBLISH_TO: root,
      PUBLISH_LIVE_URL: live,
      DATA_DIR: path.join(folder, 'data'),
    },
    has: (file: string) => existsSync(path.join(root, file)),
    read: async (page: string) => (await fetch(files.url + page)).text(),
    dispose: async () => {
      files.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
