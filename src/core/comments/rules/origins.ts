import type { Comment } from '../api/comments.ts';

/** `@name@host` of a profile such as https://host/@name or https://host/users/name. */
export function handleOf(profile: string | null): string | null {
  const url = profile === null ? null : URL.parse(profile);
  const name = url && /^\/(?:@|users\/|u\/)([\p{L}\p{N}_.-]{1,60})\/?$/u.exec(decoded(url.pathname))?.[1];
  return name ? `@${name}@${url.host}` : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

const hostOf = (url: string | null): string | null =>
  (url === null ? null : URL.parse(url)?.host.replace(/^www\./, '')) || null;

/** Where a comment from another server was written, in words; null for comments of this site and of imports. */
export function originName(
  { source, origin_url, author_url }: Pick<Comment, 'source' | 'origin_url' | 'author_url'>,
  fediverse: string,
): string | null {
  const who = handleOf(author_url) ?? hostOf(origin_url);
  switch (source) {
    case 'webmention':
      return hostOf(origin_url);
    case 'fediverse':
      return who === null ? fediverse : `${fediverse}: ${who}`;
    case 'mastodon':
      return who === null ? 'Mastodon' : `Mastodon: ${who}`;
    case 'bluesky':
      return 'Bluesky';
    default:
      return null;
  }
}
