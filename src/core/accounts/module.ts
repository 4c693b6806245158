import { urls } from '../../platform/http/urls.ts';
import { hour } from '../../platform/jobs/schedule.ts';
import type { Module } from '../../platform/module.ts';
import { firstRunRoutes } from './routes/first-run.ts';
import { ownerRoutes } from './routes/owner.ts';
import { profileRoutes } from './routes/profiles.ts';
import { signInMethodRoutes } from './routes/sign-in-methods.ts';
import { passwordQueue } from './sign-in/passwords.ts';
import { deleteExpired } from './sign-in/sign-in.ts';

export const accounts: Module = {
  name: 'accounts',
  routes: [...firstRunRoutes, ...ownerRoutes, ...profileRoutes, ...signInMethodRoutes],
  pages: [
    // Its forms need an origin, and nothing may get its path.
    { isAt: (path) => path.startsWith(urls.claim('')), isForFew: true, referrerPolicy: 'strict-origin' },
    { isAt: (path) => path === urls.login, isCounted: false },
  ],
  gauges: () => ({ passwords: passwordQueue() }),
  schedules: (blog) => [{ name: 'delete expired sessions', everyMs: hour, run: () => deleteExpired(blog) }],
};
