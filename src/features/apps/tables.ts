import type { Generated } from 'kysely';

type AppTables = {
  /** Scopes are separated by spaces; client_id is null for a token that was made by hand. */
  access_tokens: {
    id: Generated<number>;
    user_id: number;
    token_hash: string;
    name: string;
    scopes: string;
    client_id: string | null;
    code_hash: string | null;
    date_added: string;
    expires: string | null;
    last_used: string | null;
  };
  access_codes: {
    code_hash: string;
    user_id: number;
    client_id: string;
    redirect_uri: string;
    challenge: string;
    name: string;
    scopes: string;
    expires: string;
    token_expires: string | null;
    used: Generated<number>;
  };
};

declare module '../../platform/db/schema.ts' {
  interface Schema extends AppTables {}
}
