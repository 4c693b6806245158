import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/platform/db/open.ts';
import { Client } from '../support/client.ts';
import { onEachDatabase, temporaryDatabase } from '../support/databases.ts';
import { startServer } from '../support/server.ts';
import { commandEnv } from '../support/source-command.ts';

const program = path.resolve(import.meta.dirname, '../../src/commands/cli.ts');

const run = (command: string, env: Record<string, string>, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, command, ...args],
      { env: { ...commandEnv(), ...env } },
      (error, stdout, stderr) => (error ? reject(new Error(stdout + stderr)) : resolve(stdout)),
    );
  });

onEachDatabase('a database of a newer version', (kind) => {
  test('is refused with the commands that restore the backup from before the upgrade', async () => {
    const database = await temporaryDatabase(kind);
    onTestFinished(database.dispose);
    const { dataDir, databaseUrl } = database.config;
    const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const before = await startServer({ env });
    const owner = new Client(before.url);
    await owner.login();
    const post = (title: string) =>
      owner.post('/webapi/api/posts', { post_title: title, post_content: '<p>Text</p>', active: true });
    await post('Before');
    expect((await owner.post('/webapi/api/admin/backups', {})).status).toBe(201);
    await post('After');
    await before.dispose();

    const open = openDatabase(database.config);
    await sql`insert into migrations values ('999-newer', '2030-01-01T00:00:00.000Z')`.execute(open.db);
    await open.db.destroy();
    const refusal = await startServer({ env }).then(
      () => expect.fail('It started.'),
      (error: Error) => error.message,
    );
    expect(refusal).toContain('was written by a newer version of Not Terrible. Start that version instead.');
    const [, backup = ''] =
      /made 20\S+ by version .* "npm run restore -- --replace ([^"]+)"/.exec(refusal) ?? [];
    expect(backup).toContain(path.join(dataDir, 'backups'));

    expect(await run('restore', env, '--replace', backup)).toContain('contains the site as of');
    const env2: Record<string, string> = { DATA_DIR: dataDir };
    if (kind === 'postgres') {
      expect(refusal).toContain(`"npm run move -- --from ${dataDir} --to postgres://…"`);
      const empty = await temporaryDatabase(kind);
      onTestFinished(empty.dispose);
      env2.DATABASE_URL = String(empty.config.databaseUrl);
      await run('move', env2, '--from', dataDir, '--to', env2.DATABASE_URL);
    } else {
      expect(refusal).not.toContain('npm run move');
      expect((await readdir(dataDir)).some((name) => name.startsWith('replaced-'))).toBe(true);
    }
    const after = await startServer({ env: env2 });
    onTestFinished(() => after.dispose());
    const home = await (await fetch(after.url)).text();
    expect(home).toContain('Before');
    expect(home).not.toContain('After');
  });

  test('is refused as well where no backup is left', async () => {
    const database = await temporaryDatabase(kind);
    onTestFinished(database.dispose);
    const { dataDir, databaseUrl } = database.config;
    const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const server = await startServer({ env });
    await server.dispose();
    const open = openDatabase(database.config);
    await sql`insert into migrations values ('999-newer', '2030-01-01T00:00:00.000Z')`.execute(open.db);
    await open.db.destroy();
    await expect(startServer({ env })).rejects.toThrow(/no backup in .* from before the upgrade/);
  });
});
