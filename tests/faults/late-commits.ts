/**
 * A server that responds before it commits, because it groups commits ten times a second. A control for the tests that
 * kill the server.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { builtServer } from '../support/server.ts';

const prepare = DatabaseSync.prototype.prepare;
DatabaseSync.prototype.prepare = function (text: string): StatementSync {
  const statement = prepare.call(this, text);
  if (text === 'commit') statement.run = () => ({ changes: 0, lastInsertRowid: 0 });
  if (text === 'begin immediate') {
    const begin = statement.run.bind(statement);
    statement.run = () => {
      if (this.isTransaction) return { changes: 0, lastInsertRowid: 0 };
      setTimeout(() => this.isTransaction && this.exec('commit'), 100);
      return begin();
    };
  }
  return statement;
};
await import(builtServer);
