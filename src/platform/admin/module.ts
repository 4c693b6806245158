import type { RouteObject } from 'react-router';

export type NavigationGroup = 'Write' | 'Subscriptions' | 'Site' | 'Import & Export' | 'System';

/**
 * A link of the side navigation; `path` is below /admin. Links of a group are in the order of `place`. `help` is the page of the
 * handbook that belongs to the screen and those below it.
 */
export type AdminLink = { group: NavigationGroup; place: number; path: string; name: string; help?: string };

/**
 * What a module adds to the admin area. The server reads these objects too, for the navigation before scripts start, so they load
 * what they show with `import()`.
 */
export type AdminModule<Site = unknown> = {
  name: string;
  /** Each is loaded when it is opened. */
  screens?: readonly RouteObject[];
  links?: readonly AdminLink[];
  /** Whether the site has it; without it every site has. */
  isOn?(site: Site): boolean;
};
