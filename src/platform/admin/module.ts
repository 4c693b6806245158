import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Setting } from './settings/setting.ts';

/** An entry of the side menu, in the order of `place`. It opens the first of its screens. */
type NavigationGroup = { name: string; place: number };

/**
 * A screen in the navigation; `path` is below /admin. Screens of a group are in the order of `place`. `help` is the page of the
 * handbook that belongs to the screen and those below it.
 */
export type AdminLink = {
  group: string;
  place: number;
  path: string;
  name: string;
  help?: string;
  /** Words that the screen is also searched by. */
  keywords?: string;
  /** The settings on the screen, for the search. */
  settings?: () => Promise<readonly Setting[]>;
};

/** A screen, setting, command or piece of content that the search offers. */
export type Found = {
  name: string;
  /** Where it is. */
  context: string;
  url?: string;
  /** The setting of the screen to move to. */
  setting?: string;
  run?: () => Promise<unknown>;
  /** Further words that it is found by. */
  words?: string;
};

/** Something that the command palette does: opens a URL or runs. */
export type Command = { name: string; keywords?: string; path?: string; run?: () => Promise<unknown> };

/**
 * A kind of job that the frame shows while it runs, with the path of its screen below /admin. Its end is announced, unless it also
 * starts without the owner.
 */
export type Work = { kind: string; name: string; path: string; isQuiet?: true };

/** A page of the handbook to show beside the screen, and the link that gets the focus back. */
export type Help = { url: string; opener: HTMLElement };
export type HelpPanelProps = Help & { onClose: () => void };

/**
 * What a module adds to the admin area. The server reads these objects too, for the navigation before scripts start, so they load
 * what they show with `import()`, and their names and keywords are English texts that are translated where they are shown.
 */
export type AdminModule<Site = unknown> = {
  name: string;
  /** Each is loaded when it is opened. */
  screens?: readonly RouteObject[];
  /** The entries of the side menu that it brings; screens of other modules may be in them. */
  groups?: readonly NavigationGroup[];
  links?: readonly AdminLink[];
  commands?: readonly Command[];
  /** Finds content by its name, for the command palette. */
  find?(query: string): Promise<readonly Found[]>;
  work?: readonly Work[];
  /** Shows pages of the handbook beside the screen. Without it they open in a new tab. */
  helpPanel?: () => Promise<{ default: ComponentType<HelpPanelProps> }>;
  /** Whether the site has it; without it every site has. */
  isOn?(site: Site): boolean;
};
