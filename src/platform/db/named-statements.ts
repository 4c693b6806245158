import { createHash } from 'node:crypto';
import type pg from 'pg';
import { isStaleResult, isStatementLost } from './database-errors.ts';

/** By their text, so that a name never stands for two texts: not on a connection that a pooler shares with another version, either. */
const names = new Map<string, string>();
/** Far more than there are calls of `prepared`. Each connection keeps a plan for each name. */
const maxNames = 500;

/** PostgreSQL parses a query with this text once per connection, and may plan it once, too. */
export function nameStatement(text: string): void {
  if (names.size < maxNames)
    names.set(text, `blog_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
}

/** A client for the connections of one pool, which sends the texts of `nameStatement` under their names. */
export function namingClient({ Client }: typeof pg): typeof pg.Client {
  let generation = 0;
  let isSupported = true;

  class NamingClient extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: the eight overloads of pg cannot be overridden otherwise.
    override query(...call: any[]): any {
      const [text, values] = call;
      const name = isSupported && Array.isArray(values) && call.length === 2 ? names.get(text) : undefined;
      if (name === undefined) return super.query(...(call as [string]));
      return this.#queryByName(`${name}_${generation}`, text, values);
    }

    async #queryByName(name: string, text: string, values: unknown[]): Promise<pg.QueryResult> {
      const isInTransaction = this.getTransactionStatus() !== 'I';
      try {
        return await super.query({ name, text, values });
      } catch (error) {
        // A migration has changed the columns of the result: other names, which every connection prepares again.
        if (isStaleResult(error)) generation++;
        // A pooler shares connections between transactions.
        else if (isStatementLost(error)) isSupported = false;
        else throw error;
        // The statement was not executed, but PostgreSQL has given up its transaction.
        if (isInTransaction) throw error;
        return super.query(text, values);
      }
    }
  }
  return NamingClient;
}
