import { z } from 'zod';
import { passwordMin } from './limits.ts';
import { date, id, text } from './text.ts';

export const credentials = z.object({ username: text(200), password: z.string().max(1000) });

export const sessionStatus = z
  .object({ status: z.enum(['auth', 'no auth', 'success', 'passkey']) })
  .meta({ id: 'SessionStatus' });

export const user = z
  .object({ id, username: z.string(), date_added: date, you: z.boolean() })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** A place where somebody is signed in. Its id tells it apart from others and is no key to it. */
export const session = z
  .object({ id: z.string(), browser: z.string(), date_added: date, last_seen: date, current: z.boolean() })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;
export const sessionsEnded = z.object({ ended: z.int() }).meta({ id: 'SessionsEnded' });
export const sessionEnded = z.object({ id: z.string() }).meta({ id: 'SessionEnded' });

const password = z
  .string()
  .min(passwordMin, `A password needs at least ${passwordMin} characters.`)
  .max(1000, 'A password can have at most 1000 characters.');

export const newUser = z.object({
  username: text(50).refine(
    (name) => /^\S(.*\S)?$/u.test(name),
    'A username cannot be empty or begin or end with a blank.',
  ),
  password,
});
export const passwordChange = z.object({ password });
