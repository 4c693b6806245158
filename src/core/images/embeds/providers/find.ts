import { fetchPublic } from '../../../../platform/outgoing/fetch-public.ts';
import type { Embed } from './embed.ts';
import { resolveEmbed } from './resolve.ts';

/** Asks other servers, through the guarded client, what a URL shows. */
export const findEmbed = (
  url: URL,
  { strangers, ownOrigin, signal }: { strangers: readonly string[]; ownOrigin: string; signal: AbortSignal },
): Promise<Embed> =>
  resolveEmbed((asked, options) => fetchPublic(asked, { ...options, strangers, signal }), url, ownOrigin);
