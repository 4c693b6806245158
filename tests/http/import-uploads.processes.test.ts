import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ImportUpload } from '../../src/features/import/api.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase } from '../support/databases.ts';
import { startServer } from '../support/server.ts';

const base = '/webapi/api/admin/imports/uploads';
const octets = { headers: { 'content-type': 'application/octet-stream' } };
const chunk = 1_000_000;

const begin = (client: Client, size: number) =>
  client.post<ImportUpload>(base, { name: 'blog.xml', size, last_modified: 1 });
const put = (client: Client, id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
  client.put<ImportUpload>(`${base}/${id}?offset=${offset}`, bytes, octets);

onEachDatabase('uploads of imports', (kind) => {
  test('what was acknowledged survives kill -9 at any moment', async () => {
    const database = await migratedDatabase(kind);
    const dataDir = await mkdtemp(join(tmpdir(), 'uploads-'));
    const env = {
      DATA_DIR: dataDir,
      ...(database.config.databaseUrl && { DATABASE_URL: database.config.databaseUrl }),
    };
    const bytes = randomBytes(3 * chunk);
    let acknowledged = 0;
    let id = '';
    try {
      for (let round = 0; round < 3 || acknowledged < bytes.length; round += 1) {
        const server = await startServer({ env });
        const client = new Client(server.url);
        await client.login();
        const { body } = await begin(client, bytes.length);
        id ||= body.id;
        expect(body.id).toBe(id);
        expect(body.offset).toBeGreaterThanOrEqual(acknowledged);
        let offset = body.offset;
        if (round < 3) setTimeout(() => server.kill9(), 100 + 150 * round);
        while (offset < bytes.length) {
          const sent = await put(client, id, offset, bytes.subarray(offset, offset + 100_000)).catch(
            () => null,
          );
          if (!sent) break;
          offset = sent.body.offset;
          acknowledged = offset;
        }
        await server.kill9();
        await server.dispose();
      }
      expect((await readFile(join(dataDir, 'imports', id, 'content'))).equals(bytes)).toBe(true);
    } finally {
      await database.dispose();
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 300_000);
});
