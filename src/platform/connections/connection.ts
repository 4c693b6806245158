import type { ConnectionConfig } from '../../config.ts';

export const connectionPlaces = ['mail', 'networks', 'files', 'site'] as const;
export type ConnectionPlace = (typeof connectionPlaces)[number];

export const fieldKinds = ['text', 'url', 'secret', 'choice'] as const;

export type ConnectionField = {
  name: string;
  label: string;
  hint?: string;
  /** A secret is never sent to the browser. */
  kind?: (typeof fieldKinds)[number];
  /** Value and label; the first is the default. */
  choices?: readonly (readonly [value: string, label: string])[];
  isRequired?: true;
  /** Secrets are sent there. After a change they have to be entered again, so that a stored one never goes to another server. */
  isTarget?: true;
  /** What is wrong with a value that is not empty. */
  check?(value: string): string | undefined;
};

/** What was typed, by the names of fields. */
export type ConnectionValues = Readonly<Record<string, string>>;

/**
 * Credentials of another server, which the owner enters in the admin area. They stand for environment variables: where the environment
 * has one of these, it has all of them.
 */
export type Connection<Blog> = {
  name: string;
  place: ConnectionPlace;
  title: string;
  text: string;
  fields: readonly ConnectionField[];
  /** The environment variables that it stands for. */
  variables: readonly string[];
  /** The values of the environment variables; empty ones are not set. */
  toVariables(values: ConnectionValues): Record<string, string>;
  /** Only read when the site starts. */
  needsRestart?: true;
  /** Uses the credentials once, without storing them. Says what it found; throws an Error whose message has no secrets. */
  test(blog: Blog, config: ConnectionConfig): Promise<string>;
  /** In the process that stored them, after the blog has them. */
  changed?(blog: Blog): Promise<void>;
};
