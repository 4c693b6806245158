/**
 * What an access token may be allowed to do. Settings, users, backups and tokens themselves have no scope: they need a session.
 */
export const scopes = ['read', 'draft', 'publish', 'media', 'moderate', 'statistics'] as const;
export type Scope = (typeof scopes)[number];
