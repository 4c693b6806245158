import { expect, test } from 'vitest';
import { migrate, migrations } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { readSetting, writeSetting } from '../../src/platform/db/settings.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { onEachDatabase, temporaryDatabase } from '../support/databases.ts';

onEachDatabase('a prepared query', (kind) => {
  test('sees the writes of its own transaction, and of others only committed ones', async () => {
    const place = await temporaryDatabase(kind);
    const database = openDatabase(place.config);
    try {
      const { db } = database;
      await migrate(database, migrations);
      await writeSetting(db, 'color', 'gray');
      expect(await readSetting(db, 'color')).toBe('gray');

      const outside: Promise<string | undefined>[] = [];
      const rolledBack = inTransaction(db, async (tx) => {
        await writeSetting(tx, 'color', 'blue');
        expect(await readSetting(tx, 'color')).toBe('blue');
        outside.push(readSetting(db, 'color'));
        throw new Error('undo this');
      });
      await expect(rolledBack).rejects.toThrow('undo this');
      expect(await outside[0]).toBe('gray');

      const done = inTransaction(db, async (tx) => {
        await writeSetting(tx, 'color', 'green');
      });
      await done;
      expect(await readSetting(db, 'color')).toBe('green');
    } finally {
      await database.db.destroy();
      await place.dispose();
    }
  });
});
