import { z } from 'zod';

/** What the settings of the conversation depend on, beside the settings themselves. */
export const conversation = z
  .object({
    site_url: z.string(),
    /** Whether other servers can reach the site, according to the configuration. */
    is_public: z.boolean(),
    /** The configured social networks: 'X', 'Mastodon', 'Bluesky'. */
    networks: z.array(z.string()),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversation>;
