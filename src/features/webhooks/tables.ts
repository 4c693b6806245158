import type { Generated } from 'kysely';

type WebhookTables = {
  webhooks: { id: Generated<number>; url: string; secret: string; date_added: string };
  /** Calls that are not tried again. */
  webhook_failures: {
    id: Generated<number>;
    webhook_id: number;
    type: string;
    error: string | null;
    date_added: string;
  };
  webhook_posts: { post_id: number; fingerprint: string };
};

declare module '../../platform/db/schema.ts' {
  interface Schema extends WebhookTables {}
}
