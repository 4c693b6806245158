import { z } from 'zod';

/** The blog as an account of the fediverse, for its owner. */
export const fediverseStatus = z
  .object({
    /** As in `@name@host`; null while the fediverse is switched off. */
    address: z.string().nullable(),
    followers: z.int(),
    /** The newest ones first. */
    recent_followers: z.array(
      z.object({ handle: z.string(), name: z.string(), url: z.string().nullable(), date: z.iso.datetime() }),
    ),
    /** Deliveries that wait for other servers. */
    waiting: z.int(),
    /** Servers that did not accept the last delivery, the longest failing ones first. */
    failing_hosts: z.array(
      z.object({
        host: z.string(),
        error: z.string(),
        since: z.iso.datetime(),
        next_attempt: z.iso.datetime(),
        waiting: z.int(),
        /** After a week without an answer. What waited for the server is dropped; its followers stay. */
        given_up: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'FediverseStatus' });
export type FediverseStatus = z.infer<typeof fediverseStatus>;
