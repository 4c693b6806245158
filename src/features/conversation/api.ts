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

/** A network that shared posts can be changed and deleted on. */
export const talkingNetwork = z.enum(['Mastodon', 'Bluesky']);

export const sharedNetworks = z.object({ networks: z.array(talkingNetwork).min(1).max(2) });

export const changeableShare = z
  .object({
    network: talkingNetwork,
    url: z.string(),
    /** False: a change deletes it there, with its replies and likes, and shares it anew. */
    has_edits: z.boolean(),
  })
  .meta({ id: 'ChangeableShare' });
export type ChangeableShare = z.infer<typeof changeableShare>;
