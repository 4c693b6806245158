import { z } from 'zod';
import { maxPasswordLength, passwordMin } from '../../../platform/http/api/limits.ts';
import { date, id, text } from '../../../platform/http/api/text.ts';
import { passwordTooLong, passwordTooShort, usernameInvalid } from '../messages.ts';

export const credentials = z.object({ username: text(200), password: z.string().max(maxPasswordLength) });

export const sessionStatus = z
  .object({ status: z.enum(['auth', 'no auth', 'success', 'passkey']) })
  .meta({ id: 'SessionStatus' });

export const user = z
  .object({ id, username: z.string(), date_added: date, you: z.boolean() })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** A signed-in browser. The id cannot be used to sign in. */
export const session = z
  .object({ id: z.string(), browser: z.string(), date_added: date, last_seen: date, current: z.boolean() })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;
export const sessionsEnded = z.object({ ended: z.int() }).meta({ id: 'SessionsEnded' });
export const sessionEnded = z.object({ id: z.string() }).meta({ id: 'SessionEnded' });

const password = z
  .string()
  .min(passwordMin, passwordTooShort(passwordMin))
  .max(maxPasswordLength, passwordTooLong(maxPasswordLength));

export const newUser = z.object({
  username: text(50).refine((name) => /^\S(.*\S)?$/u.test(name), usernameInvalid),
  password,
});
export const passwordChange = z.object({ password });
