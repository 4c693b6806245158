import type { RouteObject } from 'react-router';

/** An entry of the side menu, in the order of `place`. It opens the first of its screens. */
export type NavigationGroup = { name: string; place: number };

/**
 * A screen in the navigation; `path` is below /admin. Screens of a group are in the order of `place`. `help` is the page of the
 * handbook that belongs to the screen and those below it.
 */
export type AdminLink = { group: string; place: number; path: string; name: string; help?: string };

/**
 * What a module adds to the admin area. The server reads these objects too, for the navigation before scripts start, so they load
 * what they show with `import()`.
 */
export type AdminModule<Site = unknown> = {
  name: string;
  /** Each is loaded when it is opened. */
  screens?: readonly RouteObject[];
  /** The entries of the side menu that it brings; screens of other modules may be in them. */
  groups?: readonly NavigationGroup[];
  links?: readonly AdminLink[];
  /** Whether the site has it; without it every site has. */
  isOn?(site: Site): boolean;
};
